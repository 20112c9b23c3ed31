#!/usr/bin/env python3
"""Counts how well the person's words bear values out, on requests of public benchmarks.

For each task a policy is made from its tools' JSON schemas alone: every argument a slot `from user_answer, instruction`. The person's
messages are the instruction, and `chk eval --stream` judges one proposal for each value.

  borne out   of the required values that a benchmark takes for right, those that come out known
  caught      of invented ones, those that come out unknown: another value of the same type that nobody said, and, in When2Call,
              the value that its makers left out of the request
  listed      of the tasks that lack something (ACEBench), those whose every missing argument is unknown

Where a benchmark takes several values for right, one of them has to be known. With --misses every value that is not is shown.

usage: words_figures.py DATA_DIR CHK [--misses]     DATA_DIR holds bfcl/tasks.jsonl and slots/slots.jsonl; CHK is the binary
Needs Python 3.9 and nothing else.
"""
import collections
import json
import math
import os
import re
import subprocess
import sys
import tempfile

LEAVES = {'string': 'text', 'integer': 'integer', 'number': 'decimal', 'float': 'decimal', 'boolean': 'boolean'}
FROM = 'from user_answer, instruction'
# A day on which nothing in the data depends: it only says when "tomorrow" is.
NOW = '2026-01-01T12:00:00Z'


def rows(*path):
    with open(os.path.join(*path), encoding='utf-8') as file:
        return [json.loads(line) for line in file if line.strip()]


def quoted(name):
    return name if re.fullmatch(r'[A-Za-z_][A-Za-z0-9_-]*', name) else '`%s`' % name.replace('`', '')


class Tool:
    """A tool as the benchmark declares it."""

    def __init__(self, declared):
        declared = declared.get('function', declared)
        schema = declared.get('parameters') or declared.get('inputSchema') or {}
        self.name = declared['name']
        self.arguments = schema.get('properties') or {}
        self.required = set(schema.get('required') or ())

    def text(self):
        lines = ['  tool %s {' % quoted(self.name)]
        for name, schema in self.arguments.items():
            lines += ['    ' + line for line in comment(schema)]
            lines.append('    ' + slot(name, schema, name in self.required))
        return '\n'.join(lines + ['  }'])


def comment(schema):
    about = schema.get('description') if isinstance(schema, dict) else None
    return ['## ' + line.strip() for line in (about or '').splitlines()[:4]]


def slot(name, schema, required):
    return 'slot %s: %s%s %s' % (quoted(name), written_type(schema), '' if required else ' optional', FROM)


def written_type(schema):
    if not isinstance(schema, dict):
        return 'any'
    words = schema.get('enum')
    if words and all(isinstance(word, str) and word for word in words):
        return 'enum { %s }' % ', '.join(map(quoted, dict.fromkeys(words)))
    kind = schema.get('type')
    if isinstance(kind, list):
        kind = next((one for one in kind if one != 'null'), None)
    if kind == 'array':
        return 'list of ' + written_type(schema.get('items'))
    fields = schema.get('properties')
    if kind in ('object', 'dict') and fields:
        required = schema.get('required') or ()
        lines = [line for name, inner in fields.items() for line in comment(inner) + [slot(name, inner, name in required)]]
        return 'object {\n%s\n}' % '\n'.join(lines)
    return LEAVES.get(kind, 'any')


class Task:
    """A request and the tools that were there for it."""

    def __init__(self, row):
        self.id, self.kind = row['id'], row.get('category') or row['kind']
        self.tools = {tool.name: tool for tool in map(Tool, row['tools'])}
        messages = (message for message in row['messages'] if message.get('role') == 'user')
        self.said = [message['content'] for message in messages if isinstance(message.get('content'), str)]
        self.asked = []

    def ask(self, tool, arguments, about):
        """A proposal; `about` is handed back with its verdict."""
        self.asked.append((about, {
            'chk': 1, 'now': NOW, 'call': {'tool': 'bench.' + tool, 'arguments': arguments},
            'instruction': [{'text': text, 'trust': 'user'} for text in self.said],
        }))

    def verdicts(self, chk):
        if not self.asked:
            return []
        with tempfile.TemporaryDirectory() as folder:
            policy = os.path.join(folder, 'bench.chk')
            with open(policy, 'w', encoding='utf-8') as file:
                file.write('language 1\n\nprovider bench {\n%s\n}\n' % '\n'.join(tool.text() for tool in self.tools.values()))
            snapshots = ''.join(json.dumps(snapshot, ensure_ascii=False) + '\n' for _, snapshot in self.asked)
            run = subprocess.run([chk, 'eval', policy, '--stream'], input=snapshots, text=True, capture_output=True)
        verdicts = [json.loads(line) for line in run.stdout.splitlines()]
        # A task that cannot be judged would make every rate look better than it is.
        if len(verdicts) != len(self.asked) or any('error' in verdict for verdict in verdicts):
            sys.exit('%s cannot be judged:\n%s%s' % (self.id, run.stdout[:500], run.stderr[:500]))
        return [(about, verdict) for (about, _), verdict in zip(self.asked, verdicts)]


def is_known(verdict, name):
    """Whether an argument is known: with all that it holds, where it is an object or a list."""
    own, parts = None, []
    for report in verdict['slots']:
        if report['id'].endswith('.' + name):
            own = own or report['state']
        elif '.%s.' % name in report['id'] or '.%s[' % name in report['id']:
            parts.append(report['state'])
    return own != 'unknown' and 'unknown' not in parts and (own == 'known' or bool(parts))


def unwrapped(value, schema):
    """A value as a call has it: BFCL writes a list of accepted values for every field inside an object."""
    kind = schema.get('type') if isinstance(schema, dict) else None
    if isinstance(value, list):
        items = schema.get('items') if kind == 'array' else None
        return [unwrapped(each, items) for each in value]
    if not isinstance(value, dict) or not all(isinstance(accepted, list) for accepted in value.values()):
        return value
    fields = (schema.get('properties') if isinstance(schema, dict) else None) or {}
    required = {name: accepted for name, accepted in value.items() if '' not in accepted}
    return {name: unwrapped(accepted[0], fields.get(name)) for name, accepted in required.items() if accepted}


def plain_call(task, call):
    """A call that BFCL takes for right, without the lists inside its objects."""
    schemas = task.tools[call['name']].arguments
    accepted = call['accepted'].items()
    return call['name'], {name: [unwrapped(value, schemas.get(name)) for value in values] for name, values in accepted}


def bare(value):
    return re.sub(r'\W+', ' ', str(value).lower()).strip()


def invented(value, schema, said, pool):
    """Another value of the same type that nobody said; none where there is none."""
    words = isinstance(schema, dict) and schema.get('enum')
    if isinstance(value, bool):
        return None
    if words:
        others = (word for word in words if isinstance(word, str) and word != value and bare(word))
        return next((word for word in others if bare(word) not in said), None)
    if isinstance(value, (int, float)):
        return next((value + more for more in (7, 13, 1009) if str(value + more) not in said), None)
    if isinstance(value, str):
        return next((other for other in pool if not set(bare(other).split()) & set(said.split())), None)
    return None


def calls(tasks, counted):
    """Tasks with the calls that are right: of each argument the accepted values, where one of them is no absence."""
    texts = {value for _, expected in tasks for _, accepted in expected for values in accepted.values() for value in values
             if isinstance(value, str) and len(bare(value)) > 2}
    texts = sorted(texts)
    for at, (task, expected) in enumerate(tasks):
        pool = texts[at % max(1, len(texts)):] + texts
        said = bare(' '.join(task.said))
        for tool, accepted in expected:
            whole = {name: values[0] for name, values in accepted.items() if values and '' not in values}
            for name in whole:
                if name not in task.tools[tool].required:
                    continue
                for value in accepted[name][:4]:
                    task.ask(tool, {**whole, name: value}, ('right', tool, name, value))
                other = invented(accepted[name][0], task.tools[tool].arguments.get(name), said, pool)
                if other is not None:
                    task.ask(tool, {**whole, name: other}, ('invented', tool, name, other))
        counted.judge(task)


class Counted:
    def __init__(self, chk, shows_misses):
        self.chk, self.shows_misses = chk, shows_misses
        self.rates = collections.OrderedDict()
        self.source = None

    def add(self, task, rate, is_good, *miss):
        key = (self.source, task.kind, rate)
        good, all_ = self.rates.get(key, (0, 0))
        self.rates[key] = (good + is_good, all_ + 1)
        if self.shows_misses and not is_good:
            print(json.dumps([task.id, rate, *miss, ' | '.join(task.said)[:200]], ensure_ascii=False))

    def judge(self, task):
        right = collections.OrderedDict()
        for (kind, tool, name, value), verdict in task.verdicts(self.chk):
            if kind == 'right':
                right.setdefault((tool, name), []).append((is_known(verdict, name), value))
            elif kind == 'invented':
                self.add(task, 'caught', not is_known(verdict, name), tool, name, value)
            else:
                self.add(task, 'listed', not any(is_known(verdict, one) for one in value), tool, value)
        for (tool, name), values in right.items():
            self.add(task, 'borne out', any(known for known, _ in values), tool, name, values[0][1])

    def table(self):
        print('%-10s %-36s %-10s %9s  %s' % ('source', 'kind', 'rate', '', '95 % interval'))
        total = collections.OrderedDict()
        for (source, kind, rate), (good, all_) in self.rates.items():
            line(source, kind, rate, good, all_)
            before = total.get(rate, (0, 0))
            total[rate] = (before[0] + good, before[1] + all_)
        for rate, (good, all_) in total.items():
            line('all', '', rate, good, all_)


def line(source, kind, rate, good, all_):
    """With the interval of Wilson, which is right for shares near 0 and 1."""
    z, share = 1.96, good / all_
    middle = (share + z * z / (2 * all_)) / (1 + z * z / all_)
    half = z / (1 + z * z / all_) * math.sqrt(share * (1 - share) / all_ + (z / (2 * all_)) ** 2)
    interval = (max(0.0, middle - half), min(1.0, middle + half))
    print('%-10s %-36s %-10s %4d/%-4d  %.3f  %.3f-%.3f' % (source, kind, rate, good, all_, share, *interval))


def when2call(row, counted):
    """A call as one of the answers that were offered: right where the answer is the call, else with a value held out."""
    answer = (row.get('candidate_answers') or {}).get('tool_call')
    braces = re.search(r'\{.*\}', answer, re.DOTALL) if isinstance(answer, str) else None
    try:
        call = json.loads(braces.group()) if braces else answer
        tool, arguments = call['name'], call.get('arguments') or call.get('parameters') or {}
    except (TypeError, KeyError, ValueError):
        return
    task = Task(row)
    if tool not in task.tools:
        return
    if row['kind'] == 'tool_call':
        for name in task.tools[tool].required & set(arguments):
            task.ask(tool, arguments, ('right', tool, name, arguments[name]))
    elif row['kind'] == 'request_for_info' and row.get('held_out_param'):
        name = row['held_out_param']
        task.ask(tool, arguments, ('invented', tool, name, arguments.get(name)))
    counted.judge(task)


def main(data, chk, shows_misses):
    counted = Counted(chk, shows_misses)
    counted.source = 'BFCL'
    bfcl = [row for row in rows(data, 'bfcl', 'tasks.jsonl') if row.get('expected_calls') and not row.get('multi_turn')]
    tasks = [(Task(row), row['expected_calls']) for row in bfcl]
    calls([(task, [plain_call(task, call) for call in expected]) for task, expected in tasks], counted)
    slots = rows(data, 'slots', 'slots.jsonl')
    counted.source = 'ACEBench'
    ace = [row for row in slots if row['source'].lower().startswith('ace')]
    expected = [(Task(row), [(call['name'], {name: [value] for name, value in call['arguments'].items()})
                             for call in row['expected_calls'] if isinstance(call.get('arguments'), dict)])
                for row in ace if isinstance(row.get('expected_calls'), list) and row['expected_calls']]
    calls(expected, counted)
    for row in ace:
        task = Task(row)
        for tool, missing in (row.get('missing') or {}).items():
            task.ask(tool, {}, ('missing', tool, None, missing))
        counted.judge(task)
    counted.source = 'When2Call'
    for row in slots:
        if row['source'].lower().startswith('when'):
            when2call(row, counted)
    counted.table()


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], '--misses' in sys.argv[3:])
