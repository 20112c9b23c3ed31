"""The table that the scripts of the airline and of the shop print: right calls and wrong ones, run and held."""
import collections
import json
import subprocess


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
