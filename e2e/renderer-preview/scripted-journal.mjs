// Realistic entries for looking at the console before a host serves it. Dev only.
const now = Date.now();
let seq = 48_000;
const entries = [];
const turns = new Map();
const push = (session, turn, ago, body, level = 'info') =>
  entries.push({ seq: (seq += 1), at: now - ago, session, thread: 'main', turn, level, ...body });

const sessions = {
  storefront: ['opencode', 'deepseek-v3.2', 'openrouter', 'openai-chat'],
  'atlas-api': ['Claude Code', 'glm-4.6', 'litellm', 'anthropic-messages'],
  'infra-tf': ['Codex', 'gpt-oss-120b', 'vllm-local', 'openai-responses'],
  'docs-site': ['Qwen Code', 'qwen3-coder-30b', 'vllm-local', 'openai-chat'],
  'ci-nightly': ['headless run', 'kimi-k2', 'openrouter', 'openai-chat'],
};
export const checks = (failed = {}, skipped = []) =>
  [
    [1, 'no_tags', '16 tools; format hermes'],
    [2, 'fenced', ''],
    [3, 'dual_protocol', ''],
    [4, 'incomplete', '<tool_call> at byte 79, closed at 293 of 293'],
    [5, 'shape', ''],
    [6, 'ambiguous', ''],
    [7, 'unadvertised', 'run_shell_command'],
    [8, 'bad_arguments', 'strict JSON, 4 keys'],
    [9, 'schema', ''],
    [10, 'reasoning', ''],
    [11, 'prose', '77 of 293 characters are prose, 0.26 of 0.49'],
    [12, 'example', ''],
    [13, 'common', 'private: a person does not type it'],
    [14, 'too_large', '293 B of 1 MiB'],
  ].map(([number, code, evidence]) => ({
    number,
    code,
    state: skipped.includes(number) ? 'skipped' : code in failed ? 'failed' : 'passed',
    evidence: failed[code] ?? evidence,
  }));

let t = 0;
export function turn(session, ago, title, steps, end = {}) {
  const id = `trn_${(t += 1).toString(36).padStart(5, '0')}`;
  const [agent, model, upstream, dialect] = sessions[session];
  push(session, id, ago, {
    type: 'turn-started',
    dialect,
    model,
    agent,
    upstream,
    stream: true,
    method: 'POST',
    path: '/v1/chat/completions',
    tools: ['bash', 'read', 'edit'],
    title,
    side: false,
  });
  const last = steps(id, ago);
  turns.set(id, { session, title, at: now - ago, agent, model, upstream, dialect });
  if (end !== null) {
    push(
      session,
      id,
      ago - (end.took ?? 2400),
      {
        type: 'turn-ended',
        outcome: end.outcome ?? 'pass_through',
        status: 200,
        finish: 'calls',
        calls: 1,
        reasks: 0,
        durationMs: end.took ?? 2400,
        firstByteMs: 410,
        overheadMs: 0.4,
        usage: { input: 9600, output: 120 },
        requestBytes: 38412,
        responseBytes: 120 + ((t * 97) % 900),
        ...(end.error ? { error: end.error } : {}),
      },
      end.error ? 'alert' : 'info',
    );
  }
  return last;
}
let c = 0;
const call = (name, args) => ({
  key: `c${(c += 1)}`,
  id: `call_7Qm2xLd0Vt9sKfA1p${c.toString(36).padStart(4, '0')}`,
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
});
export const plain = (session, ago, name, args, runMs = 40) =>
  turn(session, ago, 'Fix it and run the tests', (id, a) => {
    const x = call(name, args);
    push(session, id, a - 600, { type: 'tool-call-seen', call: x, native: true });
    push(session, id, a - 900, { type: 'tool-call-delivered', call: x, state: 'delivered' });
    push(session, id, a - 900 - runMs, { type: 'tool-result-seen', callId: x.id, tool: name, error: false, excerpt: 'ok' });
    return x;
  });
const dsml = `I'll round the total before the tax is added.\n\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="edit">\n<｜DSML｜parameter name="filePath" string="true">/home/mira/storefront/src/cart/total.ts</｜DSML｜parameter>\n<｜DSML｜parameter name="oldString" string="true">  return sum * (1 + taxRate);</｜DSML｜parameter>\n<｜DSML｜parameter name="newString" string="true">  return round2(sum) * (1 + taxRate);</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`;
const editArgs = {
  filePath: '/home/mira/storefront/src/cart/total.ts',
  oldString: '  return sum * (1 + taxRate);',
  newString: '  return round2(sum) * (1 + taxRate);',
};
export const recovered = (session, ago, name, args, format, more = () => {}) =>
  turn(
    session,
    ago,
    'Totals are off by a cent',
    (id, a) => {
      const x = call(name, args);
      push(session, id, a - 700, { type: 'tool-call-seen', call: x, native: false });
      push(session, id, a - 1100, { type: 'tool-call-recovered', call: x, format, checks: checks(), reason: 'ok', excerpt: dsml });
      push(session, id, a - 1100, { type: 'tool-call-delivered', call: x, state: 'recovered' });
      more(id, a, x);
      return x;
    },
    { outcome: 'recover' },
  );
const healed = (session, ago, name, before, after, rule) =>
  turn(session, ago, 'next', (id, a) => {
    const x = call(name, after);
    push(session, id, a - 600, { type: 'tool-call-seen', call: { ...x, arguments: before }, native: true });
    push(session, id, a - 800, {
      type: 'tool-call-healed',
      call: x,
      rule,
      before,
      after: x.arguments,
      fixes: [{ rule, before, after: x.arguments, pointer: '' }],
    });
    push(session, id, a - 800, { type: 'tool-call-delivered', call: x, state: 'healed' });
    push(session, id, a - 850, { type: 'tool-result-seen', callId: x.id, tool: name, error: false, excerpt: 'ok' });
  });

export const shellTool = {
  description: 'Runs a command as bash -c, in the project directory unless directory is given. Set is_background for servers.',
  schema: {
    type: 'object',
    properties: {
      command: { type: 'string' },
      is_background: { type: 'boolean' },
      timeout: { type: 'integer', minimum: 1, maximum: 600000 },
      description: { type: 'string' },
      directory: { type: 'string' },
    },
    required: ['command', 'is_background'],
  },
};
let ap = 0;
export function held(session, ago, leftMs, name, args, fields) {
  let approval;
  turn(
    session,
    ago,
    'Push the fixed links',
    (id, a) => {
      const x = call(name, args);
      push(session, id, a - 500, { type: 'tool-call-seen', call: x, native: false });
      approval = {
        id: `apr_${(ap += 1)}`,
        replyId: `rep_${ap}`,
        session,
        turn: id,
        agent: sessions[session][0],
        model: sessions[session][1],
        call: { id: x.id, name: x.name, arguments: x.arguments },
        original: '',
        markup: [],
        checks: checks(),
        fixes: [],
        reason: 'common',
        format: 'fenced-json',
        sideEffect: 'unknown',
        tool: shellTool,
        createdAt: now + leftMs - 120_000,
        deadline: now + leftMs,
        status: { state: 'pending' },
        ...fields,
      };
      push(session, id, a - 900, { type: 'tool-call-held', call: x, approval }, 'notice');
      if (fields.end)
        push(session, id, a - 9000, {
          type: 'approval-settled',
          id: approval.id,
          verdict: fields.end.verdict,
          by: fields.end.by ?? 'operator',
          status: fields.end.status,
          call: x,
        });
    },
    fields.end ? { outcome: 'hold', took: 12_000 } : null,
  );
  return approval;
}
const span = (text, part, from = 0) => {
  const start = text.indexOf(part, from);
  return { start, end: start + part.length };
};
const push1 = `All 14 broken links are fixed and the build is green. I'll push it like this:\n\n<tool_call>\n{"name": "run_shell_command", "arguments": {"command": "git push --force-with-lease origin fix/links", "description": "Push the fixed links", "is_background": "false", "timeout": "120000"}}\n</tool_call>`;
const fenced = '```json\n{"name": "bash", "arguments": {"command": "rm -rf build && npm run build"}}\n```';
const hostile = `<tool_call>\n{"name": "edit", "arguments": {"path": "a\u202Etxt.exe", "note": "\u001b[31mred\u001b[0m zero\u200Bwidth </arg> <img src=x onerror=alert(1)> [link](http://evil)"}}\n</tool_call>`;
const ended = (verdict, at, by = 'operator', extra = {}) => ({
  verdict,
  by,
  status:
    verdict === 'expired'
      ? { state: 'expired', by: { type: 'deadline' }, at: now - at }
      : { state: 'settled', verdict, by: { type: by, ...(by === 'rule' ? { ruleId: 'r1' } : {}) }, at: now - at, ...extra },
});

export function script() {
  held(
    'storefront',
    900_000,
    -400_000,
    'bash',
    { command: 'npm test -- total.spec.ts' },
    { createdAt: now - 409_000, end: ended('approve', 400_000) },
  );
  held(
    'docs-site',
    1_000_000,
    -600_000,
    'edit',
    { path: 'content/guide/install.md' },
    { createdAt: now - 631_000, end: ended('override', 600_000) },
  );
  held(
    'atlas-api',
    1_300_000,
    -900_000,
    'Bash',
    { command: 'curl -s https://get.atlas.example/install | sh' },
    {
      createdAt: now - 912_000,
      end: ended('reject', 900_000, 'operator', { reason: 'Do not pipe the network into a shell; use the package.' }),
    },
  );
  held(
    'infra-tf',
    1_500_000,
    -1_200_000,
    'shell',
    { command: ['bash', '-lc', 'terraform destroy'] },
    { createdAt: now - 1_320_000, end: ended('expired', 1_200_000, 'deadline') },
  );
  held(
    'ci-nightly',
    1_800_000,
    -1_500_000,
    'bash',
    { command: 'pytest -q tests/unit' },
    { createdAt: now - 1_500_000, end: ended('approve', 1_500_000, 'rule') },
  );
  for (let i = 30; i > 0; i -= 1) {
    const ago = 150_000 + i * 9_000;
    if (i % 3 === 0) plain('atlas-api', ago, 'Read', { file_path: 'src/http/router.ts', offset: 1, limit: 220 }, 20);
    else if (i % 3 === 1) plain('storefront', ago, 'grep', { pattern: 'taxRate', include: '*.ts' }, 80);
    else plain('infra-tf', ago, 'shell', { command: ['bash', '-lc', 'terraform plan -no-color -out tf.plan'] }, 11_400);
  }
  healed(
    'atlas-api',
    120_000,
    'Edit',
    '```json\n{"file_path":"src/http/router.ts","old_string":"app.use(limit)"}\n```',
    { file_path: 'src/http/router.ts', old_string: 'app.use(limit)' },
    'fence-strip',
  );
  recovered('ci-nightly', 110_000, 'bash', { command: 'pytest -q tests/unit --maxfail=1' }, 'kimi-k2');
  plain('atlas-api', 105_000, 'Bash', { command: 'pnpm vitest run router --reporter=dot' }, 3910);
  healed(
    'infra-tf',
    100_000,
    'apply_patch',
    '"{\\"input\\":\\"*** Begin Patch\\"}"',
    { input: '*** Begin Patch\n*** Update File: modules/vpc/main.tf' },
    'double-encoded',
  );
  plain('docs-site', 96_000, 'edit', { path: 'content/guide/install.md', old_string: 'npm i -g' }, 40);
  healed(
    'docs-site',
    92_000,
    'read_file',
    '{"path":"content/guide/upgrade.md"}',
    { path: '/home/jo/docs-site/content/guide/upgrade.md' },
    'absolute-path',
  );
  recovered('storefront', 86_000, 'edit', editArgs, 'deepseek-dsml', (id, a, x) => {
    push('storefront', id, a - 1200, {
      type: 'tool-result-seen',
      callId: x.id,
      tool: 'edit',
      error: true,
      excerpt: 'Error: File /home/mira/storefront/src/cart/total.ts has been modified since it was last read.',
    });
    push('storefront', id, a - 1201, {
      type: 'fault-classified',
      pattern: 'EI/FS_STALE_VERSION/001',
      tool: 'edit',
      callId: x.id,
      occurrence: 1,
      fingerprint: 'edit · total.ts · stale',
    });
    push('storefront', id, a - 1202, {
      type: 'guidance-sent',
      callId: x.id,
      pattern: 'EI/FS_STALE_VERSION/001',
      occurrence: 1,
      text: JSON.stringify({
        signalbox: 1,
        pattern: 'EI/FS_STALE_VERSION/001',
        occurrence: 1,
        what: 'total.ts changed on disk after you read it, so the edit was not made.',
        why: 'Your last read of it was 14:31:59; a formatter wrote it at 14:32:02.',
        next: ['Read src/cart/total.ts again.', 'Take oldString from that new text.', 'Send the edit once more.'],
        original: 'Error: File has been modified since it was last read.',
      }),
    });
  });
  plain('atlas-api', 82_000, 'Read', { file_path: 'src/http/limit.ts' }, 20);
  turn(
    'infra-tf',
    78_000,
    'apply',
    (id, a) => {
      const x = call('shell', '{"command":["terraform","apply"],"cwd":{"path":"."}}');
      push('infra-tf', id, a - 500, { type: 'tool-call-seen', call: x, native: true });
      push(
        'infra-tf',
        id,
        a - 700,
        { type: 'tool-call-refused', reason: 'preflight', format: '', excerpt: x.arguments, checks: [], call: x },
        'alert',
      );
      push('infra-tf', id, a - 1200, { type: 'reask-sent', cause: 'preflight', guidance: 'cwd must be a string', attempt: 1, usage: {} });
      const y = call('shell', { command: ['terraform', 'apply'], cwd: '.' });
      push('infra-tf', id, a - 3200, { type: 'tool-call-seen', call: y, native: true });
      push('infra-tf', id, a - 3500, { type: 'tool-call-delivered', call: y, state: 'delivered' });
    },
    { outcome: 'reask', took: 4200 },
  );
  plain('ci-nightly', 70_000, 'bash', { command: 'git diff --stat origin/main' }, 90);
  turn('docs-site', 64_000, 'upgrade guide', (id, a) => {
    const x = call('edit', { path: 'content/guide/upgrade.md', old_string: 'v1.x', new_string: 'v1.9' });
    push('docs-site', id, a - 500, { type: 'tool-call-seen', call: x, native: true });
    push('docs-site', id, a - 600, { type: 'tool-call-delivered', call: x, state: 'delivered' });
    push('docs-site', id, a - 700, {
      type: 'fault-classified',
      pattern: 'EI/DIFF_MATCH_FAILED/001',
      tool: 'edit',
      callId: x.id,
      occurrence: 3,
      fingerprint: 'edit · upgrade.md · no-match',
    });
    push(
      'docs-site',
      id,
      a - 701,
      {
        type: 'circuit-opened',
        fingerprint: 'edit · upgrade.md · no-match',
        pattern: 'EI/DIFF_MATCH_FAILED/001',
        tool: 'edit',
        occurrences: 3,
      },
      'alert',
    );
    push(
      'docs-site',
      id,
      a - 702,
      {
        type: 'loop-detected',
        kind: 'same-error',
        evidence: [
          'edit {"path":"content/guide/upgrade.md","old_string":"v1.x"} → No match found for old_string',
          'edit {"path":"content/guide/upgrade.md","old_string":"v1.x "} → No match found for old_string',
        ],
        count: 4,
        action: 'block',
      },
      'alert',
    );
  });
  turn(
    'ci-nightly',
    52_000,
    'nightly',
    (id, a) => {
      const x = call('bash', '{"command":"uv pip install -r requirem');
      push('ci-nightly', id, a - 500, { type: 'tool-call-seen', call: x, native: true });
      push('ci-nightly', id, a - 900, { type: 'tool-call-cancelled', call: x, cause: 'stream reset' }, 'alert');
    },
    { outcome: 'cut', error: { code: 'signalbox_cut', message: 'The upstream closed the stream inside a call.' } },
  );
  plain('infra-tf', 46_000, 'shell', { command: ['bash', '-lc', 'terraform validate'] }, 1270);
  healed('atlas-api', 42_000, 'Bash', '{"command":"pnpm tsc -p . --noEmit",}', { command: 'pnpm tsc -p . --noEmit' }, 'trailing-comma');
  recovered('storefront', 38_000, 'bash', { command: 'npm test -- total.spec.ts' }, 'deepseek-dsml');
  const args1 = {
    command: 'git push --force-with-lease origin fix/links',
    description: 'Push the fixed links',
    is_background: false,
    timeout: 120000,
  };
  held(
    'storefront',
    36_000,
    41_000,
    'bash',
    { command: 'rm -rf build && npm run build' },
    {
      original: fenced,
      markup: [span(fenced, '```json'), { start: fenced.length - 3, end: fenced.length }],
      checks: checks({ common: 'a JSON fence that is the whole reply' }),
      reason: 'common',
      format: 'fenced-json',
      sideEffect: 'writes',
      tool: {
        description: 'Runs a command.',
        schema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
      },
    },
  );
  held(
    'atlas-api',
    34_000,
    62_000,
    'Read',
    { file_path: 'src/http/limit.ts' },
    {
      original: '<invoke name="Read">\n<parameter name="file_path">src/http/limit.ts</parameter>\n</invoke>',
      markup: [
        { start: 0, end: 20 },
        { start: 79, end: 88 },
      ],
      checks: checks({ common: '<invoke> without its section' }),
      reason: 'common',
      format: 'invoke-plain',
      sideEffect: 'reads',
      tool: {
        description: 'Reads a file.',
        schema: { type: 'object', properties: { file_path: { type: 'string' }, offset: { type: 'integer' } }, required: ['file_path'] },
      },
    },
  );
  held('docs-site', 32_000, 84_000, 'run_shell_command', args1, {
    original: push1,
    markup: [span(push1, '<tool_call>'), span(push1, '"name"'), span(push1, '"arguments"'), span(push1, '</tool_call>')],
    checks: checks({
      schema: 'is_background and timeout are strings; the schema wants boolean and integer',
      example: '"like this" ends 3 characters before the markup',
    }),
    fixes: [
      { rule: 'lossless-boolean', before: '"false"', after: 'false', pointer: '/is_background' },
      { rule: 'lossless-number', before: '"120000"', after: '120000', pointer: '/timeout' },
    ],
    reason: 'schema',
    format: 'hermes',
    sideEffect: 'writes',
  });
  held(
    'infra-tf',
    30_000,
    97_000,
    'shell\u202Eevil\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
    { command: ['bash', '-lc', 'terraform apply tf.plan'] },
    {
      original: hostile,
      markup: [{ start: 0, end: 11 }],
      checks: checks({ prose: '95 of 174 characters are prose, 0.55; the ceiling is 0.49' }),
      reason: 'prose',
      format: 'hermes',
      sideEffect: 'writes',
    },
  );
  const amb = '<write_file><path>a.md</path><content>see </content> tag</content></write_file>';
  held(
    'docs-site',
    28_000,
    111_000,
    'write_file',
    { path: 'a.md', content: 'see ' },
    {
      original: amb,
      markup: [
        { start: 0, end: 12 },
        { start: amb.length - 13, end: amb.length },
      ],
      readings: [
        { name: 'write_file', arguments: '{"path":"a.md","content":"see "}' },
        { name: 'write_file', arguments: '{"path":"a.md","content":"see </content> tag"}' },
      ],
      checks: checks({ ambiguous: 'the value holds its own closing tag at byte 42' }),
      reason: 'ambiguous',
      format: 'cline-xml',
      sideEffect: 'writes',
    },
  );
  plain('infra-tf', 14_000, 'shell', { command: ['bash', '-lc', 'tflint --recursive'] }, 2080);
  plain('atlas-api', 9_000, 'Read', { file_path: 'src/http/limit.test.ts' }, 20);
  turn(
    'storefront',
    3_000,
    'commit',
    (id, a) =>
      push('storefront', id, a - 900, {
        type: 'tool-call-seen',
        call: call('bash', { command: 'git commit -am "Round the total before tax"' }),
        native: true,
      }),
    null,
  );
  return { entries: entries.sort((a, b) => a.seq - b.seq), turns };
}
export const frames = (at) => {
  const f = (ms, direction, text) => ({ at: at + ms, attempt: 0, direction, text });
  const d = (text) => `data: {"choices":[{"delta":{"content":${JSON.stringify(text)}}}]}\n\n`;
  const both = (ms, text) => [f(ms, 'upstream', text), f(ms + 1, 'client', text)];
  return [
    ...both(412, d("I'll round the total")),
    ...both(436, d(' before the tax is added.')),
    ...both(458, d('\n\n')),
    ...[
      '<｜DSML｜',
      'function',
      '_calls>\n',
      '<｜DSML｜',
      'invoke name="edit">\n',
      '<｜DSML｜parameter name="filePath" string="true">',
      '/home/mira/storefront/src/cart/total.ts',
      '</｜DSML｜parameter>\n',
      'function_calls>',
    ].map((x, i) => f(461 + i * 70, 'upstream', d(x))),
    f(1107, 'upstream', 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'),
    f(
      1109,
      'client',
      'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_7Qm2xLd0","type":"function","function":{"name":"edit","arguments":"{}"}}]}}]}\n\n',
    ),
    f(1109, 'client', 'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\n'),
    ...both(1110, 'data: [DONE]\n\n'),
  ];
};
