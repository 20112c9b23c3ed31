"""The table that the scripts of the airline and of the shop print: right calls and wrong ones, run and held; and the recorded
conversations that both count over.

In a conversation a yes is the customer's latest message where it begins with one (`YES`); what they say yes to is taken to be
the call that follows. A call is right where the task expects it with these arguments, as sets where they are lists.
"""
import collections
import itertools
import json
import os
import re
import subprocess

YES = re.compile(r"\s*(yes|yep|yeah|sure|correct|confirmed?|i confirm|i agree|go ahead|please (do|proceed|go ahead)|that('s| is) (right|correct)|ok(ay)?)\b", re.I)


class Judge:
    """One engine with one policy."""

    def __init__(self, chk, policy):
        self.process = subprocess.Popen([chk, 'eval', policy, '--stream'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, encoding='utf-8')

    def verdict(self, snapshot):
        self.process.stdin.write(json.dumps(snapshot) + '\n')
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def decision(self, snapshot):
        return self.verdict(snapshot)['decision']


class Counted:
    """Calls of a place (tasks, conversations), each right or wrong, with the decision on it."""

    def __init__(self):
        self.decisions, self.off = collections.Counter(), []

    def add(self, place, right, decision, name):
        self.decisions[place, right, decision] += 1
        if right != (decision == 'execute'):
            self.off.append('  %s, %s, %s: %s' % (place, 'right' if right else 'wrong', name, decision))

    def show(self):
        print('%-32s %6s %6s %6s   %s' % ('calls', 'all', 'run', 'held', 'held by'))
        for place in dict.fromkeys(place for place, _, _ in self.decisions):
            for right in (True, False):
                row = {d: n for (p, r, d), n in self.decisions.items() if (p, r) == (place, right)}
                if row:
                    run = row.pop('execute', 0)
                    print('%-32s %6d %6d %6d   %s' % ('%s of the %s' % ('right' if right else 'wrong', place), run + sum(row.values()),
                                                      run, sum(row.values()), ', '.join('%s %d' % x for x in sorted(row.items()))))
        print('\nright calls held, and wrong calls run\n%s' % '\n'.join(self.off))


class Shop:
    """What a domain has: its name, its changing tools, the records of one conversation, the yes to a call."""

    def __init__(self, domain, changing, records, approval, lookups):
        self.domain, self.changing, self.records, self.approval, self.lookups = domain, changing, records, approval, lookups


def conversations(data, shop):
    """The changing calls of the domain's conversations, each with what was said and looked up before it."""
    with open(os.path.join(data, 'trajectories.jsonl'), encoding='utf-8') as file:
        rows = [json.loads(line) for line in file]
    with open(os.path.join(data, 'db', shop.domain + '.json'), encoding='utf-8') as file:
        db = json.load(file)
    for row in rows:
        if row['domain'] != shop.domain:
            continue
        records, user = shop.records(db), 'customer'
        said, calls = [], []
        expected = [(a['name'], comparable(a['arguments'])) for a in row['expected_actions'] or ()]
        for at, message in enumerate(row['messages']):
            if message['role'] in ('user', 'assistant') and message.get('content'):
                said.append({'trust': message['role'], 'text': message['content']})
            for call, text in zip(message.get('tool_calls') or (), replies(row['messages'][at + 1:])):
                name, arguments = call['function']['name'], json.loads(call['function']['arguments'])
                user = arguments['user_id'] if name == 'get_user_details' else user
                failed = text.startswith('Error')
                if name in shop.changing:
                    latest = [x['text'] for x in said if x['trust'] == 'user'][-1]
                    snapshot = {'chk': 1, 'now': '2024-05-15T15:00:00-05:00', 'zone': 'EST', 'user': user, 'instruction': list(said),
                                'turn': {'rounds': 1, 'calls': list(calls)},
                                'call': {'tool': shop.domain + '.' + name, 'arguments': arguments}}
                    if YES.match(latest):
                        snapshot['approvals'] = shop.approval(name, arguments)
                    yield row['id'], (name, comparable(arguments)) in expected, name, snapshot, records
                    if not failed:
                        try:
                            records.act(name, arguments)
                        except (KeyError, StopIteration):
                            pass    # an action on what these records do not hold
                try:
                    value = json.loads(text)
                except ValueError:
                    value = text
                when = '2024-05-15T14:%02d:%02d-05:00' % (50 + len(calls) // 60, len(calls) % 60)
                calls.append({'tool': shop.domain + '.' + name, 'arguments': arguments, 'outcome': 'executed', 'at': when, 'disclosed': True,
                              'result': {'ok': False, 'error_kind': 'upstream_error', 'message': text} if failed else {
                                  'ok': True, 'data': value}})


def replies(messages):
    """What the tool messages right behind an assistant's say, in the order of its calls: their ids are given anew in some traces."""
    said = (m.get('content') or '' for m in itertools.takewhile(lambda m: m['role'] == 'tool', messages))
    return itertools.chain(said, itertools.repeat(''))


def count_conversations(data, shop, judge, counted):
    for task, right, name, snapshot, records in conversations(data, shop):
        for _ in range(4):
            verdict = judge.verdict(snapshot)
            # What has to be looked up again the host looks up, as the records stand by then.
            found = [row for lookup in verdict['lookups'] for row in looked_up(shop, records, lookup)]
            if not found:
                break
            snapshot.setdefault('measured', []).extend(found)
        why = ['%s %s %s' % (s['id'].rsplit('.', 1)[1], s['reason'], s.get('proposed', '')) for s in verdict['slots']
               if s['state'] == 'unknown' and s.get('needed', True)]
        why += ['lookup ' + x['lookup'] for x in verdict['lookups']] + [u['slot'].rsplit('.', 1)[1] for u in verdict['unmet']]
        counted.add('conversations', right, verdict['decision'], '%s: %s %s' % (task, name, '; '.join(why)))


def looked_up(shop, records, lookup):
    """What the records hold for a lookup of a verdict, as a list of one; empty where they hold nothing or too little was asked."""
    try:
        found = shop.lookups[lookup['lookup']](records, *lookup['arguments'].values())
        return [found] if found else []
    except (KeyError, TypeError):
        return []


def comparable(arguments):
    return json.dumps({k: sorted(v, key=str) if isinstance(v, list) else v for k, v in arguments.items()}, sort_keys=True)
