import { join } from 'node:path';
import process from 'node:process';
import { connectAgent } from './agent.mjs';
import { responses } from './responses-api.mjs';

const program = join(process.cwd(), 'node_modules/@openai/codex/bin/codex.js');

export const connect = (sight) =>
  connectAgent(
    {
      dialect: responses,
      command: ({ url, home, modelUrl }) => {
        const settings = [
          // A model that takes functions as everybody does.
          'model="gpt-5"',
          'model_provider="ours"',
          `model_providers.ours={name="ours",base_url="${modelUrl}/v1",wire_api="responses",env_key="MODEL_KEY"}`,
          `mcp_servers.tools.url="${url}"`,
        ];
        return [
          process.execPath,
          [
            program,
            'exec',
            '--skip-git-repo-check',
            '--dangerously-bypass-approvals-and-sandbox',
            ...settings.flatMap((setting) => ['-c', setting]),
            'Go on.',
          ],
          { CODEX_HOME: home, MODEL_KEY: 'none' },
        ];
      },
    },
    sight,
  );
