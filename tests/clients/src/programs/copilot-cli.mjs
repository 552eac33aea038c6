import { join } from 'node:path';
import process from 'node:process';
import { connectAgent } from './agent.mjs';
import { chatCompletions } from './chat-completions-api.mjs';

const program = join(process.cwd(), `node_modules/@github/copilot-${process.platform}-${process.arch}/copilot`);

export const connect = (sight) =>
  connectAgent(
    {
      dialect: chatCompletions,
      command: ({ url, modelUrl }) => [
        program,
        [
          '--prompt',
          'Go on.',
          '--allow-all-tools',
          '--no-auto-update',
          '--additional-mcp-config',
          JSON.stringify({ mcpServers: { tools: { type: 'http', url, tools: ['*'] } } }),
        ],
        {
          COPILOT_OFFLINE: 'true',
          COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
          COPILOT_PROVIDER_API_KEY: 'none',
          COPILOT_MODEL: 'gpt-4.1',
          // It unpacks itself once, and not for every home.
          COPILOT_PKG_CACHE_HOME: join(process.cwd(), 'unpacked'),
        },
      ],
    },
    sight,
  );
