import { join } from 'node:path';
import process from 'node:process';
import { connectAgent } from './agent.mjs';
import { messages } from './messages-api.mjs';

const program = join(`node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}`, 'claude');

export const connect = (sight) =>
  connectAgent(
    {
      dialect: messages,
      command: ({ url, stdio, modelUrl }) => [
        join(process.cwd(), program),
        [
          '--print',
          'Go on.',
          '--strict-mcp-config',
          '--allowedTools',
          'mcp__tools',
          '--mcp-config',
          JSON.stringify({ mcpServers: { tools: stdio ? { type: 'stdio', ...stdio } : { type: 'http', url } } }),
        ],
        {
          ANTHROPIC_BASE_URL: modelUrl,
          ANTHROPIC_API_KEY: 'none',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_AUTOUPDATER: '1',
          ENABLE_TOOL_SEARCH: 'false',
          // A machine may be busy.
          MCP_TIMEOUT: '120000',
        },
      ],
    },
    sight,
  );
