import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { connectAgent } from './agent.mjs';
import { generateContent } from './generate-content-api.mjs';

const program = join(process.cwd(), 'node_modules/@google/gemini-cli/bundle/gemini.js');

export const connect = (sight) =>
  connectAgent(
    {
      dialect: generateContent,
      prepare: async ({ url, home }) => {
        const settings = {
          mcpServers: { tools: { httpUrl: url, trust: true } },
          security: { auth: { selectedType: 'gemini-api-key' } },
          privacy: { usageStatisticsEnabled: false },
          general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        };
        await mkdir(join(home, '.gemini'));
        await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
      },
      command: ({ modelUrl }) => [
        process.execPath,
        [program, '--prompt', 'Go on.', '--yolo', '--model', 'gemini-2.5-flash'],
        {
          GEMINI_API_KEY: 'none',
          GOOGLE_GEMINI_BASE_URL: modelUrl,
          GEMINI_CLI_TRUST_WORKSPACE: 'true',
          GEMINI_CLI_NO_RELAUNCH: 'true',
        },
      ],
    },
    sight,
  );
