import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { connectAgent } from './agent.mjs';
import { chatCompletions } from './chat-completions-api.mjs';

const program = join(process.cwd(), `node_modules/opencode-${process.platform}-${process.arch}/bin/opencode`);

export const connect = (sight) =>
  connectAgent(
    {
      dialect: chatCompletions,
      prepare: async ({ url, home, modelUrl }) => {
        const settings = {
          mcp: { tools: { type: 'remote', url, enabled: true, oauth: false } },
          provider: {
            ours: {
              npm: '@ai-sdk/openai-compatible',
              name: 'ours',
              options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
              models: { none: { name: 'none', tool_call: true } },
            },
          },
          permission: { '*': 'allow' },
          autoupdate: false,
          share: 'disabled',
        };
        const folder = join(home, '.config', 'opencode');
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'opencode.json'), JSON.stringify(settings));
      },
      // Its start is long, so it is started once, as the server that its own windows talk to.
      command: () => [
        program,
        ['serve', '--hostname', '127.0.0.1', '--port', '0'],
        { OPENCODE_DISABLE_MODELS_FETCH: '1' },
      ],
      attach: async (child) => {
        const address = await addressOf(child);
        return (signal) => goOn(address, signal);
      },
    },
    sight,
  );

async function addressOf(child) {
  child.stderr.resume();
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('opencode does not listen');
}

/** Continues in a separate session. */
async function goOn(address, signal) {
  const { id } = await post(`${address}/session`, {});
  signal?.addEventListener('abort', () => post(`${address}/session/${id}/abort`, {}));
  const message = { model: { providerID: 'ours', modelID: 'none' }, parts: [{ type: 'text', text: 'Go on.' }] };
  return JSON.stringify(await post(`${address}/session/${id}/message`, message));
}

async function post(address, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}
