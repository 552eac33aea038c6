import { join } from 'node:path';
import process from 'node:process';
import { connectAgent } from './agent.mjs';
import { responses } from './responses-api.mjs';

const program = join(process.cwd(), 'node_modules/@openai/codex/bin/codex.js');

export const connect = (sight) =>
  connectAgent(
    {
      dialect: responses,
      command: ({ url, stdio, home, modelUrl }) => {
        const server = stdio
          ? [
              `command=${JSON.stringify(stdio.command)}`,
              `args=${JSON.stringify(stdio.args)}`,
              // It would begin without a server that is slow, and a machine may be busy.
              'required=true',
              'startup_timeout_sec=120',
            ]
          : [`url="${url}"`];
        const settings = [
          // A model with the usual functions.
          'model="gpt-5"',
          'model_provider="ours"',
          `model_providers.ours={name="ours",base_url="${modelUrl}/v1",wire_api="responses",env_key="MODEL_KEY"}`,
          ...server.map((setting) => `mcp_servers.tools.${setting}`),
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
