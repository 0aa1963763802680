import { demoChat } from '../../../electron/app/demo/demo-chat.ts';
import type { DemoMessage } from '../../../electron/app/demo/demo-dialect.ts';
import { textTool } from '../../../electron/app/demo/demo-story.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { hermesLeak, sendTurn } from '../../scripted-agent.ts';
import type { ScriptedUpstream } from '../../scripted-upstream.ts';

const edit = { old_string: 'The CLI needs Node v1.x or later.', new_string: 'The CLI needs Node v1.9 or later.' };
// Without line numbers: content that is certain to be whole would be offered as a repair of the next call.
const failure = [
  'No sufficiently similar match found at line: 18 (87% similar, needs 100%)',
  'Best Match Found:',
  'The CLI needs Node v24 or later.',
].join('\n');

/** An agent whose edit fails again and again, each time with the history so far. */
async function stuck(gateway: string, upstream: ScriptedUpstream, session: string, times: number): Promise<void> {
  const messages: DemoMessage[] = [{ role: 'user', text: 'Name the version.' }];
  for (let turn = 0; turn <= times; turn += 1) {
    const call = {
      id: `call_e${turn}`,
      name: 'edit',
      arguments: JSON.stringify({ file_path: `docs/${'deep/'.repeat(60)}upgrade.md`, ...edit }),
    };
    upstream.will(turn < times ? { calls: [call] } : { text: 'I stop.' });
    const response = await fetch(`${gateway}${demoChat.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'opencode/1.18.33', 'x-signalbox-session': session },
      body: JSON.stringify(
        demoChat.body({
          model: 'scripted-model',
          system: 'You are a coding agent.',
          tools: [
            textTool('bash', 'Runs a shell command.', ['command']),
            textTool('edit', 'Edits.', ['file_path', 'old_string', 'new_string']),
          ],
          messages,
        }),
      ),
    });
    await response.text();
    messages.push(
      { role: 'assistant', text: '', calls: [call] },
      { role: 'results', results: [{ id: call.id, text: failure, isError: true }] },
    );
  }
}

test('a loop shows each repetition with what Signalbox did, what the model was told, and what the file says instead', async ({
  console,
  running,
  upstream,
}) => {
  const { page } = console;
  await stuck(running.gateway, upstream, 'docs', 3);
  await console.go('Alerts');
  const incident = page.getByRole('article', { name: 'Incident' });
  await expect(incident).toContainText('opencode');
  await expect(incident).toContainText('scripted-model on');

  await test.step('What Signalbox did', async () => {
    const rows = incident.getByRole('table').first().getByRole('row');
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1)).toContainText('guided');
    await expect(rows.nth(2)).toContainText('strengthened');
    await expect(rows.nth(3)).toContainText('circuit opened');
    await expect(rows.nth(3)).toContainText('v1.x or later.');
  });

  await test.step('What the model was told is what went to it', async () => {
    const told = incident.getByRole('region', { name: 'What the model was told' });
    await expect(told).toContainText('EI/DIFF_MATCH_FAILED/001');
    await expect(told).toContainText('"occurrence": 3');
    expect(upstream.requests.at(-1)?.body).toContain('\\"occurrence\\":3');
  });

  await test.step('The model believes, the file says', async () => {
    await expect(incident.getByRole('region', { name: 'The model believes' })).toContainText(edit.old_string);
    await expect(incident.getByRole('region', { name: 'The file says' })).toContainText('The CLI needs Node v24 or later.');
  });

  await test.step('nothing is wider than its pane, however long the path', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const over = await incident.evaluate((element) => {
      const right = element.getBoundingClientRect().right;
      return [...element.querySelectorAll('table, .well, .dock, .meta, .target')]
        .filter((each) => each.getBoundingClientRect().right > right + 0.5)
        .map(({ className }) => className);
    });
    expect(over).toEqual([]);
  });

  await test.step('a repetition opens its turn', async () => {
    await incident.getByRole('button', { name: 'Open the turn of repetition 2' }).click();
    await console.stands('Sessions');
    await expect(page.getByRole('region', { name: 'Session docs' })).toBeVisible();
  });
});

test('a broken stream is one incident: what had arrived, why it did not go on, what became of the turn', async ({
  console,
  running,
  upstream,
}) => {
  const { page } = console;
  upstream.will({
    text: '',
    calls: [{ id: 'call_c1', name: 'bash', arguments: '{"command":"uv pip install -r requirements.txt"}' }],
    cut: true,
  });
  await sendTurn(running.gateway, { session: 'nightly' });
  await console.go('Alerts');
  await expect(page.getByRole('region', { name: 'List of incidents' }).getByRole('button')).toHaveCount(1);
  const incident = page.getByRole('article', { name: 'Incident' });
  await expect(incident.getByRole('heading', { name: '1 call cancelled' })).toBeVisible();
  const cancelled = incident.getByRole('table').first();
  await expect(cancelled).toContainText('call_c1');
  await expect(cancelled).toContainText('{"command":"uv pip install');
  await expect(cancelled).toContainText('string open');
  await expect(cancelled.getByRole('img', { name: 'cut here' })).toBeVisible();
  await expect(incident.getByRole('table').nth(1)).toContainText('the endpoint broke the connection off');
  await expect(incident.getByRole('list', { name: 'What became of the turn' })).not.toBeEmpty();
  await expect(incident).toContainText('Next');
});

test('a refusal says why, what the model was told and what comes next; steering is sent by key', async ({ console, running, upstream }) => {
  const { page } = console;
  upstream.will({ text: hermesLeak('open_browser', { url: 'https://docs.example' }) });
  await sendTurn(running.gateway, { session: 'refused' });
  await console.go('Alerts');
  const incident = page.getByRole('article', { name: 'Incident' });
  await expect(incident).toContainText('It names a tool that the agent does not offer.');
  await expect(incident.getByRole('region', { name: 'What the model was told' })).toContainText('WHAT:');
  await incident.getByRole('textbox', { name: 'Words for the model' }).fill('Use bash.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('It goes in with the next request of this session.')).toBeVisible();
  await sendTurn(running.gateway, { session: 'refused', says: 'Go on.' });
  expect(upstream.requests.at(-1)?.body).toContain('Use bash.');
});
