#!/usr/bin/env python3
"""Counts how `std/envelope.chk` reads the results of real calls: every failing one has to be a failure, no clean one may be.

Failing are the results of failures/ and, in the other folders, those that the environment itself marks: AgentDojo's `x_error`,
tau-bench's `Error: ...`. Of a ToolAlpaca run the label says that its process was judged wrong, which is no word about its
results, so each of them counts by itself: a status of 4xx or 5xx and the simulator's messages about the arguments are
failing, the rest is clean, and so are the runs in which no call failed; they are listed. The texts in `UNMARKED` were read one
by one: they report a failure and nothing marks them.

Each result is read twice: `as logged`, the whole text as the data has it, and `parts`, with what a client makes of it: the text
parts of the protocol's result joined, at every depth, without any flag. LiveMCPBench logs what Python prints of a result.

usage: result_figures.py DATA_DIR CHK      DATA_DIR holds failures/, agentdojo/, tau/ and field/; CHK is the binary
Needs Python 3.9 and nothing else.
"""
import ast
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

POLICY = 'language 1\nuse "std/envelope.chk"\n'
UNMARKED = ('Source Not Found.', 'Source Not Found. Try to directly access the URL.',
            'One Time Password is incorrect, verification failed.')
SIMULATOR = ('Parameter type error:', 'Missing required parameters:', 'Invalid JSON format.')


def lines(path):
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def tool_texts(messages):
    return [m for m in messages or () if m.get('role') == 'tool']


def fails_as_toolalpaca(text):
    status = re.match(r'Status Code: (\d+)', text)
    return int(status.group(1)) >= 400 if status else text.startswith(SIMULATOR)


def results(data):
    """Every result: source, mode, id, text, whether it is failing."""
    for case in lines(os.path.join(data, 'failures', 'failures.jsonl')):
        for number, message in enumerate(tool_texts(case['messages'])):
            failing = case['source'] != 'ToolAlpaca' or fails_as_toolalpaca(message['content'])
            yield case['source'], case['mode'], '%s#%d' % (case['id'], number), message['content'], failing
    for case in lines(os.path.join(data, 'agentdojo', 'traces.jsonl')):
        for number, message in enumerate(tool_texts(case['messages'])):
            unmarked = message['content'].strip() in UNMARKED
            mode = 'unmarked' if unmarked else 'x_error' if message.get('x_error') else 'clean'
            yield 'AgentDojo', mode, '%s#%d' % (case['id'], number), message['content'], mode != 'clean'
    for case in lines(os.path.join(data, 'tau', 'trajectories.jsonl')):
        for number, message in enumerate(tool_texts(case['messages'])):
            failing = message['content'].startswith('Error')
            yield 'tau-bench', 'error' if failing else 'clean', '%s#%d' % (case['id'], number), message['content'], failing
    for case in lines(os.path.join(data, 'field', 'cases.jsonl')):
        for part in (case, case.get('control') or {}):
            for number, message in enumerate(tool_texts(part.get('messages'))):
                text = message['content']
                failing = bool(message.get('isError')) or text.startswith('NOT FOUND')
                yield 'field', 'error' if failing else 'clean', '%s#%d' % (case['id'], number), text, failing


def parts(text):
    """The text parts inside, joined, as deep as they go."""
    printed = re.fullmatch(r"meta=None content=\[TextContent\(type='text', text=(.*), annotations=None\)\] isError=\w+", text, re.S)
    inner = ast.literal_eval(printed.group(1)) if printed else text
    try:
        value = json.loads(inner)
    except ValueError:
        return inner
    if isinstance(value, dict) and isinstance(value.get('content'), list):
        texts = [part['text'] for part in value['content'] if isinstance(part, dict) and isinstance(part.get('text'), str)]
        return parts('\n'.join(texts))
    return inner


def envelopes(chk, texts):
    with tempfile.TemporaryDirectory() as folder:
        policy = os.path.join(folder, 'policy.chk')
        with open(policy, 'w', encoding='utf-8') as file:
            file.write(POLICY)
        snapshots = ''.join(json.dumps({'chk': 1, 'phase': 'result', 'result': {'text': text}}) + '\n' for text in texts)
        ran = subprocess.run([chk, 'eval', policy, '--stream'], input=snapshots, capture_output=True, text=True, encoding='utf-8')
    found = [json.loads(line)['envelope'] for line in ran.stdout.splitlines()]
    if len(found) != len(texts):
        sys.exit('%d results, %d verdicts: %s' % (len(texts), len(found), ran.stderr))
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rows = list(results(sys.argv[1]))
    for reading, read in (('as logged', lambda text: text), ('parts', parts)):
        counts, wrong = collections.OrderedDict(), []
        kinds = collections.defaultdict(collections.Counter)
        cases = collections.OrderedDict()
        for row, envelope in zip(rows, envelopes(sys.argv[2], [read(row[3]) for row in rows])):
            source, mode, name, text, failing = row
            is_right = envelope['ok'] != failing
            count = counts.setdefault((failing, source, mode if failing else 'clean'), [0, 0])
            count[0] += is_right if failing else not is_right
            count[1] += 1
            if failing:
                kinds[(source, mode)][envelope['error_kind']] += 1
            if not is_right:
                wrong.append((name, envelope['error_kind'], text))
            if source in ('LiveMCPBench', 'ToolAlpaca', 'Who&When'):
                case = cases.setdefault((source, name.rsplit('#', 1)[0]), [False, False])
                case[0] |= failing
                case[1] |= not envelope['ok']
        print('== ' + reading)
        for title, wanted in (('failing results classified as failures', True), ('clean results classified as failures', False)):
            print(title)
            of = [(key, count) for key, count in counts.items() if key[0] == wanted]
            for (_, source, mode), (k, n) in of:
                said = ', '.join('%s %d' % (kind, times) for kind, times in kinds[(source, mode)].most_common()) if wanted else ''
                print('  %-12s %-22s %d/%d  %s' % (source, mode, k, n, said))
            print('  %-35s %d/%d' % ('all', sum(c[0] for _, c in of), sum(c[1] for _, c in of)))
        print('cases of failures/: %d, with a failing result %d, of these found %d' % (
            len(cases), sum(c[0] for c in cases.values()), sum(c[0] and c[1] for c in cases.values())))
        for name, kind, text in wrong:
            print('  wrong: %s %s %r' % (name, kind, text[:160]))
    print('cases in which no call failed, only the process was judged wrong')
    for (_, name), (failing, _) in cases.items():
        if not failing:
            print('  ' + name)


if __name__ == '__main__':
    main()
