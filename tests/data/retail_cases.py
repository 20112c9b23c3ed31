#!/usr/bin/env python3
"""Writes policies/retail/task-NN.test.yaml from the retail tasks of tau-bench, or counts what the policy says of all of them.

Each file is one task: its instruction is what the customer said, the benchmark's records are what the lookups returned, and an
expected action that the policy text allows has to come out as `execute`, once the customer said yes to it. Beside it stand calls
that must not: each is a real one with one thing changed. What is expected follows from the policy text and is written down
here, in `CONTRADICTIONS` and in `wrong`; nothing is taken from a program's output.

Where the instruction does not hold what the text demands of every customer (mail address, or name and zip code), a message with
it is added, as the benchmark's own expected lookup of the user has it; where it names no reason for a cancellation, the
expected one is the customer's answer.

The earlier actions of a task are done to the records first, as the benchmark's tools do them. Of a record only what no rule could
ever read is left out: options, names of products, fulfilments.

usage: retail_cases.py DATA_DIR [OUT_DIR]          DATA_DIR holds tasks.jsonl and db/retail.json; writes the files of `CHOSEN`
       retail_cases.py DATA_DIR --figures CHK      counts over all tasks whose records are there, and over the retail
                                                   conversations of trajectories.jsonl; CHK is the binary

What counts as a yes in a conversation, and which of its calls are right, stands in held_figures.py.
Needs Python 3.9 and nothing else.
"""
import collections
import copy
import json
import os
import sys

from airline_cases import flow
from held_figures import Counted, Judge, Shop, count_conversations

NOW = '2024-05-15T15:00:00-05:00'
READ_AT = '2024-05-15T14:59:30-05:00'
YES_AT = '2024-05-15T14:59:50-05:00'
CHOSEN = (0, 2, 4, 8, 12, 14, 16, 17, 18, 20, 22, 23, 29, 32, 36, 38, 64, 108)
# Where the benchmark expects what its own policy text forbids, the text is right: (task, number of the changing action) -> rule.
CONTRADICTIONS = {
    (12, 0): 'refund_goes_back',      # to PayPal; the order was paid by credit card
    (18, 0): 'different_option',      # "exchange for the same item"; an item is exchanged for one of different option
    (64, 0): 'delivered',             # an exchange of a pending order, which the expected modification follows
    (108, 0): 'different_option',     # "a new pair with the same specs"
}
CANCEL, ADDRESS, PAYMENT, MODIFY, RETURN, EXCHANGE, USER = (
    'cancel_pending_order', 'modify_pending_order_address', 'modify_pending_order_payment', 'modify_pending_order_items',
    'return_delivered_order_items', 'exchange_delivered_order_items', 'modify_user_address')
PLACE = ('address1', 'address2', 'city', 'state', 'country', 'zip')


class Records:
    def __init__(self, db):
        self.users, self.orders, self.products = (copy.deepcopy(db[k]) for k in ('users', 'orders', 'products'))

    def act(self, name, a):
        """Does what a changing tool does, as far as a rule could read it."""
        if name == USER:
            self.users[a['user_id']]['address'] = {k: a[k] for k in PLACE}
            return
        order = self.orders[a['order_id']]
        if name == CANCEL:
            order['status'] = 'cancelled'
            order['payment_history'] += [{**p, 'transaction_type': 'refund'} for p in order['payment_history']]
        elif name == ADDRESS:
            order['address'] = {k: a[k] for k in PLACE}
        elif name == PAYMENT:
            paid = order['payment_history'][0]
            order['payment_history'] += [{**paid, 'payment_method_id': a['payment_method_id']}, {**paid, 'transaction_type': 'refund'}]
        elif name == MODIFY:
            difference = 0
            for old, new in zip(a['item_ids'], a['new_item_ids']):
                row = next(i for i in order['items'] if i['item_id'] == old)
                variant = self.products[row['product_id']]['variants'][new]
                difference += variant['price'] - row['price']
                row.update(item_id=new, price=variant['price'])
            self.pay(order['user_id'], a['payment_method_id'], difference)
            order['status'] = 'pending (item modified)'
        elif name == RETURN:
            order['status'] = 'return requested'
        elif name == EXCHANGE:
            order['status'] = 'exchange requested'

    def pay(self, user, method, amount):
        method = self.users[user]['payment_methods'][method]
        if method['source'] == 'gift_card':
            method['balance'] = round(method['balance'] - amount, 2)

    # -- what the lookups return --

    def profile(self, user):
        return observed('get_user_details', self.users[user], user_id=user)

    def order(self, order_id):
        order = {k: v for k, v in self.orders[order_id].items() if k != 'fulfillments'}
        order['items'] = [{k: i[k] for k in ('product_id', 'item_id', 'price')} for i in order['items']]
        return observed('get_order_details', order, order_id=order_id)

    def product(self, product_id):
        variants = {k: {x: v[x] for x in ('item_id', 'available', 'price')} for k, v in self.products[product_id]['variants'].items()}
        return observed('get_product_details', {'product_id': product_id, 'variants': variants}, product_id=product_id)


def observed(name, value, **arguments):
    return {'tool': 'retail.' + name, 'arguments': arguments, 'at': READ_AT, 'value': copy.deepcopy(value)}


def approval(name, a):
    bound = {k: None if v == '' else v for k, v in a.items()}
    return [{'id': 'k1', 'tool': 'retail.' + name, 'confirm': 'agreed', 'bound': bound, 'at': YES_AT}]


def settled(a):
    """The arguments as they run: a second line of an address that is empty is the tool's default."""
    return {k: v for k, v in a.items() if (k, v) != ('address2', '')}


class Task:
    def __init__(self, row, db):
        self.row, self.records = row, Records(db)
        self.number = int(row['id'].rsplit('-', 1)[1])
        self.words = [row['instruction'].strip()]
        find = next((a['arguments'] for a in row['expected_actions'] if a['name'].startswith('find_user_id')), None)
        if find and 'email' in find:
            self.words.append('My email is %s.' % find['email'])
        elif find:
            self.words.append('My name is %(first_name)s %(last_name)s, my zip code is %(zip)s.' % find)
        self.changes = [a for a in row['expected_actions'] if a['name'] in (CANCEL, ADDRESS, PAYMENT, MODIFY, RETURN, EXCHANGE, USER)]
        owners = [self.records.orders[a['arguments']['order_id']]['user_id'] for a in self.changes
                  if a['arguments'].get('order_id') in self.records.orders]
        self.user = owners[0] if owners else row['user_id']
        self.cases = []

    def reads(self, name, a):
        """The customer, their order, and the products of the items that are to change; for an address, all of their orders."""
        out = [self.records.profile(self.user)]
        if name in (ADDRESS, USER):
            out += [self.records.order(o) for o in self.records.users[self.user]['orders'] if o in self.records.orders]
        else:
            out.append(self.records.order(a['order_id']))
        if 'new_item_ids' in a:
            items = self.records.orders[a['order_id']]['items']
            out += [self.records.product(p) for p in dict.fromkeys(i['product_id'] for i in items if i['item_id'] in a['item_ids'])]
        return out

    def case(self, kind, title, name, a, expect, edit=None, yes=True, words=None, more=()):
        measured = self.reads(name, a) + list(more)
        if edit:
            edit({m['tool'].split('.')[1]: m['value'] for m in measured if m['arguments'].get('order_id', a.get('order_id')) == a.get('order_id')})
        snapshot = {'call': {'tool': 'retail.' + name, 'arguments': a}, 'measured': measured}
        if name == CANCEL and not any(a['reason'] in w for w in self.words):
            snapshot['answers'] = {'reason': a['reason']}
        if yes:
            snapshot['approvals'] = approval(name, a)
        if words:
            snapshot['instruction'] = [{'trust': 'user', 'text': w} for w in words]
        self.cases.append((kind, title, copy.deepcopy(snapshot), expect))

    def run(self):
        """Every expected action in order, with the wrong ones beside it."""
        for index, action in enumerate(self.changes):
            name, a = action['name'], copy.deepcopy(action['arguments'])
            rule = CONTRADICTIONS.get((self.number, index)) if '-test-' in self.row['id'] else None
            if rule:
                self.case('contradiction', 'what the benchmark expects and its policy text forbids', name, a, unmet(rule))
                continue
            self.case('right', '%s, number %d' % (name.replace('_', ' '), index + 1), name, a,
                      {'decision': 'execute', 'unknown_count': 0, 'arguments': settled(a)})
            for title, part in wrong(self, name, a):
                self.case('wrong', title, name, **part)
            self.records.act(name, a)


def unmet(*rules):
    return {'decision': 'hold', 'cause': 'unmet', 'unmet': [{'slot': rule} for rule in rules], 'arguments': None}


def wrong(task, name, a):
    """Calls like the right one with one thing changed, each with what the policy text says of it."""
    yield 'without a yes it is shown first', {'a': a, 'yes': False, 'expect': {
        'decision': 'ask_user', 'questions': ['agreed'], 'arguments': None}}
    if name == USER:
        return
    status = 'delivered' if name in (RETURN, EXCHANGE) else 'pending'

    def set_status(value):
        return lambda seen: seen['get_order_details'].update(status=value)

    for other in ('processed', 'cancelled', 'pending' if status == 'delivered' else 'pending (item modified)'):
        yield 'an order that is ' + other, {'a': a, 'edit': set_status(other), 'expect': unmet(status)}
    if name != ADDRESS:
        yield 'a customer who gave nobody\'s details', {
            'a': a, 'words': ['Please do it: %s' % a.get('reason', 'I changed my mind')], 'expect': unmet('own_order')}
        yield 'a customer who gave a name without the zip code', {
            'a': a, 'words': ['I am %(first_name)s %(last_name)s.' % task.records.users[task.user]['name'],
                              'Please do it: %s' % a.get('reason', 'I changed my mind')], 'expect': unmet('own_order')}
    if 'item_ids' in a:
        b = {**a, 'item_ids': ['1111111111'] + a['item_ids'][1:]}
        yield 'an item that is not in the order', {'a': b, 'expect': {
            'decision': 'revise', 'slots': {'item_ids': {'state': 'unknown', 'reason': 'not_borne_out'}}, 'arguments': None}}
    if 'payment_method_id' in a:
        b = {**a, 'payment_method_id': 'credit_card_0000000'}
        yield 'a payment method that is not the customer\'s', {'a': b, 'expect': {
            'decision': 'revise', 'slots': {'payment_method_id': {'state': 'unknown', 'reason': 'not_borne_out'}}, 'arguments': None}}
    if name == RETURN:
        b = {**a, 'payment_method_id': 'paypal_0000000'}
        yield 'a refund to another account of the customer\'s', {
            'a': b, 'expect': unmet('refund_goes_back'), 'edit': lambda seen: seen['get_user_details']['payment_methods'].update(
                paypal_0000000={'source': 'paypal', 'id': 'paypal_0000000'})}
        count = collections.Counter(i['item_id'] for i in task.records.orders[a['order_id']]['items'])[a['item_ids'][0]]
        b = {**a, 'item_ids': [a['item_ids'][0]] * (count + 1)}
        yield 'an item more often than it was bought', {'a': b, 'expect': unmet('as_many_as_bought')}
    if 'new_item_ids' in a:
        new = a['new_item_ids'][0]

        def unavailable(seen):
            for value in seen.values():
                if new in value.get('variants', {}):
                    value['variants'][new]['available'] = False

        first = task.records.orders[a['order_id']]['items']
        product = next(i['product_id'] for i in first if i['item_id'] == a['item_ids'][0])
        if len({i['product_id'] for i in first if i['item_id'] in a['item_ids']}) == 1:
            yield 'a new item that is not available', {'a': a, 'edit': unavailable, 'expect': unmet('available')}
        b = {**a, 'new_item_ids': [a['item_ids'][0]] + a['new_item_ids'][1:]}
        old = task.records.products[product]['variants'].get(a['item_ids'][0])
        if old and old['available']:
            yield 'the very same item', {'a': b, 'expect': unmet('different_option')}
        b = {**a, 'new_item_ids': a['new_item_ids'] + [new]}
        yield 'a new item too many', {'a': b, 'expect': unmet('each_its_new_one')}
        other = next(p for p in sorted(task.records.products) if p not in {i['product_id'] for i in first})
        stranger = next(k for k, v in sorted(task.records.products[other]['variants'].items()) if v['available'])
        b = {**a, 'new_item_ids': [stranger] + a['new_item_ids'][1:]}
        yield 'a new item of another product', {'a': b, 'more': [task.records.product(other)], 'expect': unmet('same_product')}
        b = {**a, 'payment_method_id': 'gift_card_0000000'}
        yield 'a gift card that does not cover the difference', {
            'a': b, 'expect': unmet('card_covers'), 'edit': lambda seen: seen['get_user_details']['payment_methods'].update(
                gift_card_0000000={'source': 'gift_card', 'balance': -9999, 'id': 'gift_card_0000000'})}
    if name == PAYMENT:
        b = {**a, 'payment_method_id': task.records.orders[a['order_id']]['payment_history'][0]['payment_method_id']}
        yield 'the method that it was paid with', {'a': b, 'expect': unmet('another_method')}


# -- writing --

def text(task, wanted):
    out = ['# Task %d of the retail tasks of tau-bench (sierra-research/tau-bench, MIT). Made by tests/data/retail_cases.py.' % task.number,
           '', 'policy: retail.chk', 'base:', '  chk: 1', '  now: ' + NOW, '  zone: EST', '  user: ' + task.user, '  instruction:']
    out += ['    - { trust: user, text: %s }' % flow(w) for w in task.words]
    logs = [flow(snapshot['measured']) for _, _, snapshot, _ in wanted]
    usual = max(logs, key=logs.count)
    out += ['  measured:'] + ['    - ' + flow(row) for row in next(s for _, _, s, _ in wanted if flow(s['measured']) == usual)['measured']]
    out += ['', 'cases:']
    for _, title, snapshot, expect in wanted:
        out += ['  - name: ' + flow(title), '    with:']
        for key, value in snapshot.items():
            if key == 'measured' and flow(value) == usual:
                continue
            if key in ('measured', 'approvals', 'instruction'):
                out.append('      %s:' % key)
                out += ['        - ' + flow(row) for row in value]
            else:
                out.append('      %s: %s' % (key, flow(value)))
        out.append('    expect:')
        out += ['      %s: %s' % (key, flow(value)) for key, value in expect.items()]
        out.append('')
    return '\n'.join(out)


def tasks(data):
    with open(os.path.join(data, 'tasks.jsonl'), encoding='utf-8') as file:
        rows = [json.loads(line) for line in file]
    with open(os.path.join(data, 'db', 'retail.json'), encoding='utf-8') as file:
        db = json.load(file)
    for row in rows:
        if row['domain'] == 'retail' and row['source'] == 'tau-bench':
            wanted = [a['arguments']['order_id'] for a in row['expected_actions'] if 'order_id' in a['arguments']]
            if all(o in db['orders'] for o in wanted) and row['user_id'] in db['users']:
                task = Task(row, db)
                task.run()
                yield task


def write(data, folder):
    for task in tasks(data):
        if '-test-' not in task.row['id'] or task.number not in CHOSEN:
            continue
        # Of the wrong calls each kind once in a task: the records of an order are long.
        seen, wanted = set(), []
        for case in task.cases:
            if case[0] != 'wrong' or case[1] not in seen:
                wanted.append(case)
            seen.add(case[1])
        with open(os.path.join(folder, 'task-%02d.test.yaml' % task.number), 'w', encoding='utf-8') as file:
            file.write(text(task, wanted))


def figures(data, chk):
    judge = Judge(chk, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'policies', 'retail', 'retail.chk'))
    counted = Counted()
    for task in tasks(data):
        base = {'chk': 1, 'now': NOW, 'zone': 'EST', 'user': task.user,
                'instruction': [{'trust': 'user', 'text': w} for w in task.words]}
        for kind, title, snapshot, _ in task.cases:
            is_told = '-test-' in task.row['id'] and task.number in {number for number, _ in CONTRADICTIONS}
            # A call that the benchmark expects and its text forbids is a wrong one.
            counted.add('contradicted tasks' if is_told or kind == 'contradiction' else 'tasks', kind == 'right',
                        judge.decision({**base, **snapshot}), '%s: %s' % (task.row['id'], title))
    shop = Shop('retail', (CANCEL, ADDRESS, PAYMENT, MODIFY, RETURN, EXCHANGE, USER), Records, approval,
                {'profile': Records.profile, 'order': Records.order, 'product': Records.product})
    count_conversations(data, shop, judge, counted)
    counted.show()


if __name__ == '__main__':
    if len(sys.argv) > 2 and sys.argv[2] == '--figures':
        figures(sys.argv[1], sys.argv[3])
    else:
        write(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else os.path.join(
            os.path.dirname(os.path.abspath(__file__)), '..', '..', 'policies', 'retail'))
