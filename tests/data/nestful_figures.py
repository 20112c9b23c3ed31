#!/usr/bin/env python3
"""Counts whether chk names, for each argument of NESTFUL's calls, the earlier call that its value comes from.

Each task has calls whose arguments are literal or read `$var1.field$`: the field of an earlier call's result. For each task a
policy is made from its tools alone: every tool a lookup, and every argument a slot that the person's words bear out, or any field
of any result (`measured(LOOKUP(*).field[*])`, of lists and maps every element). Nothing in it says which field goes where. A call is
then judged with the results of the calls before it, and the verdict's evidence has to name the call.

The data has no results, only what fields each tool returns. So they are made: every field gets a value of its type
that occurs once in the task, derived from the task and the field by a digest; where the field is a number and the argument that
reads it a text, or the other way round, a whole number, which reads as both. A value that a result names twice, or that
two calls share, would leave two right answers; with made results the question always has one. What is measured is whether the engine
finds the one place among all, through the type of the argument, past the person's words; not how well it would choose between
equal values.

  right     the evidence names the call that the task names, and the field
  field     that call, another field of it
  other     another call, whose result is not the one named
  words     the person's words
  not       not traced: the slot is unknown
  unread    the tool, or the field, is not declared in the task's tools

Controls, of the same calls: `invented`, a value of the same type that stands in no result, which has to be unknown; `unran`, the
right value while the call that it comes from has not run, which has to be unknown as well.

usage: nestful_figures.py DATA_DIR CHK      DATA_DIR holds slots.jsonl; CHK is the binary
Needs Python 3.9 and nothing else.
"""
import collections
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

REFERENCE = re.compile(r'\$(var\d+)([^$]*)\$')
KINDS = ('executable', 'glaive', 'sgd')
OUTCOMES = ('right', 'field', 'other', 'words', 'not', 'unread')


def digest(*parts):
    return int(hashlib.sha256('/'.join(map(str, parts)).encode()).hexdigest()[:12], 16)


def type_of(schema):
    """The language's type for a JSON Schema."""
    schema = schema if isinstance(schema, dict) else {}
    if schema.get('enum') and all(isinstance(x, str) and x for x in schema['enum']):
        return 'enum { %s }' % ', '.join(json.dumps(x, ensure_ascii=False) for x in dict.fromkeys(schema['enum']))
    kind = str(schema.get('type')).lower()
    return {'string': 'text', 'integer': 'integer', 'number': 'decimal', 'float': 'decimal', 'boolean': 'boolean',
            }.get(kind, 'list of any' if kind in ('array', 'list') else 'any')


def made(schema, seed):
    """A value that occurs once, of the type that a field declares; of a map or a list the same for its parts."""
    schema = schema if isinstance(schema, dict) else {}
    kind, number = str(schema.get('type')).lower(), digest(*seed)
    if schema.get('possible_values') or schema.get('enum'):
        values = schema.get('possible_values') or schema['enum']
        return values[number % len(values)]
    if kind in ('object', 'dict') or schema.get('properties'):
        fields = schema.get('properties') or {}
        return {name: made(inner, seed + (name,)) for name, inner in fields.items() if isinstance(inner, dict)}
    if kind in ('array', 'list'):
        return [made(schema.get('items') or {'type': 'string'}, seed + (at,)) for at in range(2)]
    if kind == 'boolean':
        return number % 2 == 0
    if kind == 'integer':
        return 100000 + number % 900000
    if kind in ('number', 'float'):
        return (100000 + number % 900000) / 100
    return 'v%012x' % number


def put(result, steps, value):
    """Adds a field that a task reads and no tool declares."""
    *way, last = steps
    for step in way:
        result = result.setdefault(step, {}) if isinstance(result, dict) else result
    if isinstance(result, dict):
        result.setdefault(last, value)


def steps_of(path):
    return [int(x) if x.isdigit() else x for x in re.findall(r'[^.\[\]]+', path)]


def at_steps(value, steps):
    for step in steps:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def leaves(value, steps=()):
    """The paths of a result: names of fields, `*` for the elements of a list."""
    yield steps
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, steps + (name,))
    elif isinstance(value, list):
        for inner in value[:1]:
            yield from leaves(inner, steps + ('*',))


def quoted(name):
    return name if re.fullmatch(r'[A-Za-z_]\w*', name) else '`%s`' % name


class Task:
    def __init__(self, row):
        self.id, self.kind = row['id'], row['kind']
        self.words = [{'text': m['content'], 'trust': 'user'} for m in row['messages'] if m['role'] == 'user']
        self.tools = {}
        for tool in row['tools']:
            self.tools.setdefault(tool['function']['name'], tool)
        self.numbers = {name: at for at, name in enumerate(self.tools)}
        self.calls = [c for c in row['expected_calls'] if c['name'] != 'var_result']
        self.results = [made({'type': 'object', 'properties': self.returns(c['name'])}, (self.id, at, c['name']))
                        for at, c in enumerate(self.calls)]
        self.labels = {c.get('label'): at for at, c in enumerate(self.calls)}

    def returns(self, name):
        return (self.tools.get(name) or {}).get('x_output_parameters') or {}

    def parameters(self, name):
        return ((self.tools.get(name) or {}).get('function', {}).get('parameters') or {}).get('properties') or {}

    def policy(self):
        paths = {}
        for call, result in zip(self.calls, self.results):
            if call['name'] in self.tools:
                paths.setdefault(call['name'], dict.fromkeys(leaves(result)))
        sources = ['user_answer', 'instruction']
        for name, found in paths.items():
            lookup = 'result_%d%s' % (self.numbers[name], '(*)' if self.parameters(name) else '')
            for steps in found:
                way = ''.join('[*]' if step == '*' else '.' + quoted(step) for step in steps)
                sources.append('measured(%s%s)' % (lookup, way) if way else '')
        sources = ', '.join(x for x in sources if x)
        out = ['language 1', 'provider task {']
        for name, at in self.numbers.items():
            fields = self.parameters(name)
            named = ['p%d' % i for i in range(len(fields))]
            out.append('  lookup result_%d%s by task.tool_%d { %s }' % (
                at, '(%s)' % ', '.join(named) if named else '', at,
                ', '.join('%s: %s' % (quoted(f), p) for f, p in zip(fields, named))) if named else
                '  lookup result_%d by task.tool_%d' % (at, at))
        for name, at in self.numbers.items():
            out.append('  tool tool_%d {\n    read_only' % at)
            for field, schema in self.parameters(name).items():
                out.append('    slot %s: %s optional from %s' % (quoted(field), type_of(schema), sources))
            out.append('  }')
        return '\n'.join(out + ['}', ''])

    def fit(self):
        """Gives every field that is read a value that its readers' types take, where there is one."""
        for call in self.calls:
            for name, value in call['arguments'].items():
                found = REFERENCE.fullmatch(value) if isinstance(value, str) else None
                if not found or self.labels.get(found.group(1)) is None:
                    continue
                result, steps = self.results[self.labels[found.group(1)]], steps_of(found.group(2))
                put(result, steps, made({'type': 'string'}, (self.id, found.group(0))))
                held, kind = at_steps(result, steps), str(self.parameters(call['name']).get(name, {}).get('type')).lower()
                whole = 100000 + digest(self.id, found.group(0)) % 900000
                if isinstance(held, str) and kind in ('integer', 'number', 'float'):
                    self.set(result, steps, str(whole))
                elif isinstance(held, float) and kind in ('integer', 'string'):
                    self.set(result, steps, whole)

    @staticmethod
    def set(result, steps, value):
        at_steps(result, steps[:-1])[steps[-1]] = value

    def filled(self, value):
        """A value with what it refers to put in."""
        whole = isinstance(value, str) and REFERENCE.fullmatch(value)
        if not whole:
            return value
        at = self.labels.get(whole.group(1))
        return None if at is None else at_steps(self.results[at], steps_of(whole.group(2)))

    def snapshot(self, at, arguments, left_out=None):
        """The call `at` with the results of those before it, and where each of these stands."""
        measured, places = [], {}
        for earlier in range(at):
            call = self.calls[earlier]
            if earlier == left_out or call['name'] not in self.tools:
                continue
            places[len(measured)] = earlier
            given = {k: self.filled(v) for k, v in call['arguments'].items() if k in self.parameters(call['name'])}
            measured.append({'tool': 'task.tool_%d' % self.numbers[call['name']], 'arguments': given,
                             'at': '2026-01-01T00:00:%02dZ' % earlier, 'value': self.results[earlier]})
        return {'chk': 1, 'now': '2026-01-01T00:10:00Z', 'instruction': self.words, 'measured': measured,
                'call': {'tool': 'task.tool_%d' % self.numbers[self.calls[at]['name']], 'arguments': arguments}}, places


class Engine:
    def __init__(self, chk, policy):
        self.file = tempfile.NamedTemporaryFile('w', suffix='.chk', encoding='utf-8')
        self.file.write(policy)
        self.file.flush()
        self.process = subprocess.Popen([chk, 'eval', self.file.name, '--stream'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, encoding='utf-8')

    def slots(self, snapshot):
        self.process.stdin.write(json.dumps(snapshot) + '\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit('no verdict: %s' % open(self.file.name, encoding='utf-8').read())
        verdict = json.loads(line)
        if 'slots' not in verdict:
            raise SystemExit('no verdict: %s\n%s' % (line, json.dumps(snapshot)))
        return {slot['id'].split('.', 3)[3]: slot for slot in verdict['slots'] if slot['id'].count('.') >= 3}

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.file.close()


def traced(slots, name, places):
    """Which call the evidence names, and which path; or the source in the place of the call. Of a list that is borne out element
    by element the call and the list that all its elements are of."""
    slot = slots.get(name)
    if slot is None or slot['state'] != 'known':
        return 'not', None
    parts = [x for part, x in slots.items() if re.fullmatch(re.escape(name) + r'\[\d+\]', part)]
    found = set()
    for each in parts or [slot]:
        evidence = each.get('evidence') or {}
        path = steps_of(evidence.get('path', ''))
        found.add((places.get(evidence['observation']), tuple(path[:-1] if parts else path)) if 'observation' in evidence
                  else (each.get('source'), ()))
    where, path = found.pop() if len(found) == 1 else ('several', ())
    return where, list(path)


def judged(task, engine):
    """Each argument that refers to an earlier result: what it was traced to, and the two controls."""
    for at, call in enumerate(task.calls):
        references = {k: REFERENCE.fullmatch(v) for k, v in call['arguments'].items() if isinstance(v, str)}
        references = {k: m for k, m in references.items() if m}
        if not references:
            continue
        known = task.parameters(call['name'])
        arguments = {k: task.filled(v) for k, v in call['arguments'].items() if k in known}
        slots, places = {}, {}
        if call['name'] in task.tools:
            snapshot, places = task.snapshot(at, arguments)
            slots = engine.slots(snapshot)
        for name, found in references.items():
            source = task.labels.get(found.group(1))
            steps = steps_of(found.group(2))
            if name not in known or source is None or source >= at or arguments.get(name) is None \
                    or task.calls[source]['name'] not in task.tools:
                yield name, 'unread', None, None, call
                continue
            where, path = traced(slots, name, places)
            outcome = ('right' if path == steps else 'field') if where == source else (
                'not' if where == 'not' else 'words' if where == 'instruction' else 'other')
            invented = made({'type': known[name].get('type') if isinstance(arguments[name], str) else {
                bool: 'boolean', int: 'integer', float: 'number'}.get(type(arguments[name]), 'string')}, (task.id, at, name, 'invented'))
            snapshot, here = task.snapshot(at, {**arguments, name: invented})
            control = traced(engine.slots(snapshot), name, here)[0] == 'not'
            snapshot, here = task.snapshot(at, arguments, left_out=source)
            unran = traced(engine.slots(snapshot), name, here)[0] == 'not'
            yield name, outcome, control, unran, call


def main():
    data, chk = sys.argv[1:3]
    with open(os.path.join(data, 'slots.jsonl'), encoding='utf-8') as file:
        tasks = [Task(row) for row in map(json.loads, file) if row['source'] == 'NESTFUL']
    counted, controls, misses = collections.Counter(), collections.Counter(), []
    for task in tasks:
        task.fit()
        engine = Engine(chk, task.policy())
        for name, outcome, invented, unran, call in judged(task, engine):
            counted[task.kind, outcome] += 1
            for control, held in (('invented', invented), ('unran', unran)):
                if held is not None:
                    controls[task.kind, control, held] += 1
            if outcome != 'right' or invented is False or unran is False:
                misses.append('  %s %s %s: %s%s%s' % (task.id, name, call['arguments'][name], outcome,
                                                      '' if invented is not False else ', an invented value is known',
                                                      '' if unran is not False else ', known although that call had not run'))
        engine.close()
    print('%-12s %6s  %s   %17s %17s' % ('tasks', 'all', ' '.join('%7s' % o for o in OUTCOMES), 'invented: unknown', 'unran: unknown'))
    for kind in KINDS + ('all',):
        row = collections.Counter()
        for (k, o), n in counted.items():
            row[o] += n * (kind in (k, 'all'))
        held = {c: (sum(n for (k, x, h), n in controls.items() if x == c and h and kind in (k, 'all')),
                    sum(n for (k, x, _), n in controls.items() if x == c and kind in (k, 'all'))) for c in ('invented', 'unran')}
        print('%-12s %6d  %s   %17s %17s' % (kind, sum(row.values()), ' '.join('%7s' % (row[o] or '.') for o in OUTCOMES),
                                             '%d of %d' % held['invented'], '%d of %d' % held['unran']))
    print('\nnot traced to the right field, or a control that failed\n%s' % '\n'.join(misses))


if __name__ == '__main__':
    main()
