import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { connectAgent } from './agent.mjs';
import { messages } from './messages-api.mjs';

const program = join(`node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}`, 'claude');

const serverOf = (url, stdio) => (stdio ? { type: 'stdio', ...stdio } : { type: 'http', url });

/** `file` is the content of `.mcp.json` in a project, for a server without a name. */
export const connect = (sight) =>
  connectAgent(
    {
      dialect: messages,
      prepare: async ({ file, home }) => {
        if (file !== undefined) await writeFile(join(home, '.mcp.json'), file);
      },
      command: ({ url, stdio, file, modelUrl }) => [
        join(process.cwd(), program),
        [
          '--print',
          'Go on.',
          '--allowedTools',
          'mcp__tools,mcp__clock',
          // The file of a project counts once its user has agreed to it.
          ...(file === undefined
            ? ['--strict-mcp-config', '--mcp-config', JSON.stringify({ mcpServers: { tools: serverOf(url, stdio) } })]
            : ['--settings', JSON.stringify({ enableAllProjectMcpServers: true })]),
        ],
        {
          ANTHROPIC_BASE_URL: modelUrl,
          ANTHROPIC_API_KEY: 'none',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_AUTOUPDATER: '1',
          ENABLE_TOOL_SEARCH: 'false',
          // A machine may be busy: its first turn waits for servers that long.
          MCP_TIMEOUT: '120000',
          MCP_CONNECT_TIMEOUT_MS: '120000',
          CLAUDE_CODE_MCP_STARTUP_WAIT_MS: '120000',
          MCP_CONNECTION_NONBLOCKING: 'false',
        },
      ],
    },
    sight,
  );
