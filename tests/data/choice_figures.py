#!/usr/bin/env python3
"""Counts how often the right value is one of several candidates, and what each rule against the wrong one costs in questions.

Existence is not choice: that the words hold a 3, or that a record is the person's own, does not say that it is the one meant. For each
argument of an expected call that the words or a set of records bear out, the candidates are counted, and two calls are judged by
each rule: the right one, and, where there are several candidates, the one with another of them.

words   numbers and days of the tasks of tau-bench and AgentDojo; the candidates are what the person's text holds of the type
sets    payment methods, orders, reservations, items of the named order, of the retail and airline tasks of tau-bench, whose records
        stand in DATA_DIR; the candidates are all that the customer has

Each judgement is of a policy of one slot, so that nothing else is asked. A call runs, waits for a yes to what is shown, or a value
is asked for, of the model or the person. A quote is taken to stand at the first place that says the proposed value. A confirm is asked for each call, once for all of its values.

usage: choice_figures.py DATA_DIR CHK      DATA_DIR holds tau/tasks.jsonl, tau/db and agentdojo/tasks.jsonl; CHK is the binary
Needs Python 3.9 and nothing else.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

NOW = {'now': '2024-05-15T15:00:00-05:00', 'zone': 'EST'}
WORDS = {'instruction': 'instruction', 'instruction, confirm': 'instruction', 'unambiguous': 'instruction unambiguous', 'quoted': 'instruction quoted'}
SETS = {'the set, confirm': 'measured(held[*].id)', 'unambiguous, confirm': 'measured(held[*].id) unambiguous',
        '[where ... is said]': 'measured(held[where it.name is said].id)',
        '[where ... is said] unambiguous': 'measured(held[where it.name is said].id) unambiguous'}
CONFIRM = '    confirm shown ask "Is {value} right?"\n'


class Judge:
    """One policy of one tool with one slot for each rule, and a process that judges by it."""

    def __init__(self, chk, folder, title, kind, source, rules=''):
        path = os.path.join(folder, re.sub(r'\W', '_', title) + '.chk')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('language 1\nprovider p {\n  lookup held by host\n  tool t {\n    reversible\n    slot value: %s from user_answer, %s\n%s  }\n}\n' % (kind, source, rules))
        self.process = subprocess.Popen([chk, 'eval', path, '--stream'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding='utf-8')

    def verdict(self, value, said, **more):
        snapshot = {'chk': 1, **NOW, 'call': {'tool': 'p.t', 'arguments': {'value': value}},
                    'instruction': [{'trust': 'user', 'text': said}], **more}
        self.process.stdin.write(json.dumps(snapshot) + '\n')
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def came_to(verdict):
    """A call that runs, one that hangs on a yes alone, and one that a value is asked for, by the model or the person."""
    if verdict['decision'] == 'execute':
        return 'runs'
    return 'click' if verdict['slots'][0]['state'] == 'known' else 'asked'


def rows(path):
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def leaves(value):
    if isinstance(value, dict):
        for each in value.values():
            yield from leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each)
    else:
        yield value


def spoken(data):
    """The numbers and days of all expected calls, each with what the person says."""
    for row in rows(os.path.join(data, 'tau', 'tasks.jsonl')):
        for call in row['expected_actions']:
            yield 'tau', row['instruction'], call['arguments']
    for row in rows(os.path.join(data, 'agentdojo', 'tasks.jsonl')):
        for call in row['expected_calls'] if row['kind'] == 'user' else ():
            yield 'AgentDojo', row['prompt'], call['arguments']


def typed(value):
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return 'decimal'
    if isinstance(value, str) and re.fullmatch(r'\d{4}-\d\d-\d\d', value):
        return 'date'
    return None


def held(data):
    """The arguments that name a record of the customer's: what they say, the right one, and all of them with a name."""
    dbs = {}
    for domain in ('retail', 'airline'):
        with open(os.path.join(data, 'tau', 'db', domain + '.json'), encoding='utf-8') as file:
            dbs[domain] = json.load(file)
    for row in rows(os.path.join(data, 'tau', 'tasks.jsonl')):
        db = dbs.get(row['domain']) if row['source'] == 'tau-bench' else None
        user = db['users'].get(row['user_id']) if db else None
        if not user:
            continue
        methods = [{'id': each['id'], 'name': each['source'].replace('_', ' ')} for each in user['payment_methods'].values()]
        for call in row['expected_actions']:
            a = call['arguments']
            order = db.get('orders', {}).get(a.get('order_id'), {})
            items = [{'id': item['item_id'], 'name': item['name']} for item in order.get('items', ())]
            own = lambda kind: [{'id': each, 'name': each.lstrip('#')} for each in user.get(kind, ())]
            asked = [('payment method', a.get('payment_method_id') or a.get('payment_id'), methods),
                     ('order', a.get('order_id'), own('orders')), ('reservation', a.get('reservation_id'), own('reservations'))]
            asked += [('item', item, items) for item in a.get('item_ids', ())]
            for kind, right, records in asked:
                if right and any(each['id'] == right for each in records):
                    yield kind, row['instruction'], right, records


def main(data, chk):
    with tempfile.TemporaryDirectory() as folder:
        counted = collections.Counter()
        judges = {(kind, rule): Judge(chk, folder, kind + rule, kind, source, CONFIRM if 'confirm' in rule else '') for kind in ('decimal', 'date') for rule, source in WORDS.items()}
        seen = set()
        for corpus, said, arguments in spoken(data):
            for value in leaves(arguments):
                kind = typed(value)
                key = (said, str(value))
                if not kind or key in seen:
                    continue
                seen.add(key)
                slot = judges[kind, 'instruction'].verdict(value, said)['slots'][0]
                if slot['state'] != 'known':
                    continue
                evidence = slot['evidence']
                others = evidence.get('others', [])
                count(counted, (corpus, 'numbers and days'), 1 + len(others))
                for rule in WORDS:
                    for what, each in [('right', value)] + [('other', other) for other in others[:1]]:
                        place = judges[kind, 'instruction'].verdict(each, said)['slots'][0].get('evidence')
                        quote = {'quotes': {'value': {'segment': 0, 'span': place['span'], 'value': each}}} if place and rule == 'quoted' else {}
                        counted[corpus, 'numbers and days', rule, what, came_to(judges[kind, rule].verdict(each, said, **quote))] += 1
        judges = {rule: Judge(chk, folder, 'set ' + rule, 'text', source, CONFIRM if 'confirm' in rule else '') for rule, source in SETS.items()}
        for kind, said, right, records in held(data):
            count(counted, ('tau', kind), len({each['id'] for each in records}))
            seen = {'measured': [{'lookup': 'held', 'at': NOW['now'], 'value': records}]}
            other = next((each['id'] for each in records if each['id'] != right), None)
            for rule, judge in judges.items():
                for what, each in (('right', right), ('other', other)):
                    if each:
                        counted['tau', kind, rule, what, came_to(judge.verdict(each, said, **seen))] += 1
        show(counted)


def count(counted, group, candidates):
    counted[group + ('all',)] += 1
    counted[group + ('several',)] += candidates > 1


def show(counted):
    print('| values | one of several | rule | right: runs | a yes | asked | another: runs | a yes | asked |')
    print('|---|---|---|---|---|---|---|---|---|')
    for group in sorted({key[:2] for key in counted}):
        rules = WORDS if group[1] == 'numbers and days' else SETS
        for rule in rules:
            cells = [counted[group + (rule, what, runs)] for what in ('right', 'other') for runs in ('runs', 'click', 'asked')]
            total = '%d of %d' % (counted[group + ('several',)], counted[group + ('all',)])
            print('| %s, %s | %s | `%s` | %s |' % (*group, total, rule, ' | '.join(map(str, cells))))


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2])
