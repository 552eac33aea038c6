import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { connectAgent } from './agent.mjs';
import { chatCompletions } from './chat-completions-api.mjs';

const program = join(process.cwd(), 'node_modules/@qwen-code/qwen-code/cli.js');

export const connect = (sight) =>
  connectAgent(
    {
      dialect: chatCompletions,
      prepare: async ({ url, home }) => {
        const settings = {
          mcpServers: { tools: { httpUrl: url, trust: true } },
          // Its model gets every tool, without a search.
          tools: { toolSearch: { enabled: false } },
          privacy: { usageStatisticsEnabled: false },
          general: { enableAutoUpdate: false },
        };
        await mkdir(join(home, '.qwen'));
        await writeFile(join(home, '.qwen', 'settings.json'), JSON.stringify(settings));
      },
      command: ({ modelUrl }) => [
        process.execPath,
        [program, '--prompt', 'Go on.', '--yolo', '--auth-type', 'openai', '--model', 'none'],
        { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${modelUrl}/v1`, QWEN_CODE_NO_RELAUNCH: 'true' },
      ],
    },
    sight,
  );
