import type { PublishedClient } from './client.ts';

const sdk = '@modelcontextprotocol/sdk@1.32.2';

/** The clients that install and run without an account, each at the version that was seen. */
export const clients: readonly PublishedClient[] = [
  { name: 'claude-code', install: ['@anthropic-ai/claude-code@2.1.332'], node: 20, without: ['progress'] },
  { name: 'codex', install: ['@openai/codex@0.171.0'], node: 20, without: ['progress'] },
  { name: 'gemini-cli', install: ['@google/gemini-cli@0.61.0'], node: 20, without: ['progress'] },
  { name: 'copilot-cli', install: ['@github/copilot@1.0.102'], node: 20, without: ['progress'] },
  { name: 'opencode', install: ['opencode-ai@1.18.33'], node: 20, without: ['progress'] },
  { name: 'openai-agents', install: ['@openai/agents-core@0.20.0', 'zod@4.3.6'], node: 20, without: ['progress'] },
  { name: 'langchain', install: ['@langchain/mcp-adapters@1.1.4', '@langchain/core@1.4.0'], node: 20 },
  { name: 'genkit', install: ['@genkit-ai/mcp@1.42.0', 'genkit@1.42.0', sdk], node: 20, without: ['progress'] },
  { name: 'google-adk', install: ['@google/adk@2.0.0', sdk], peers: 'none', node: 20, without: ['progress', 'cancel'] },
  { name: 'llamaindex', install: ['@llamaindex/tools@0.2.1'], node: 20, without: ['progress', 'cancel'] },
  { name: 'mcp-remote', install: ['mcp-remote@0.15.1'], node: 20 },
  { name: 'mcp-remote-0.1', program: 'mcp-remote', install: ['mcp-remote@0.1.38'], node: 20 },
  { name: 'ai-sdk-5', install: ['@ai-sdk/mcp@0.0.23', 'zod@4.3.6'], node: 20, without: ['progress'] },
  { name: 'ai-sdk-4', install: ['ai@4.3.19', 'mcp-remote@0.15.1', 'zod@3.25.76'], node: 20, without: ['progress'] },
  {
    name: 'voltagent',
    install: ['@voltagent/core@2.10.0', '@voltagent/logger@2.0.2', 'ai@6.0.326', 'zod@4.3.6'],
    peers: 'none',
    node: 20,
    without: ['progress'],
  },
  // Version 1, because version 2 moved the client to a separate package, `@mcp-use/client`.
  {
    name: 'mcp-use',
    install: ['mcp-use@1.34.6', 'langchain@1.5.14', '@langchain/core@1.4.0', 'react@19.2.4', 'zod@4.3.6'],
    peers: 'none',
    node: 20,
  },
  { name: 'mcp-proxy', install: ['mcp-proxy@6.7.19', 'mcp-remote@0.15.1', sdk], node: 20 },
  { name: 'supergateway', install: ['supergateway@4.0.0'], node: 20 },
  { name: 'anthropic-sdk', install: ['@anthropic-ai/sdk@1.14.0', sdk], node: 20, without: ['progress', 'cancel'] },
  { name: 'tanstack', install: ['@tanstack/ai-mcp@0.2.5', '@tanstack/ai@0.42.0'], node: 20, without: ['progress'] },
  { name: 'mcpc', install: ['@apify/mcpc@0.2.6'], node: 20, without: ['progress'] },
  { name: 'ai-sdk', install: ['@ai-sdk/mcp@2.0.99', 'zod@4.3.6'], node: 22, without: ['progress'] },
  { name: 'mastra', install: ['@mastra/mcp@2.0.0', '@mastra/core@1.71.0'], node: 22 },
  { name: 'google-genai', install: ['@google/genai@3.3.0', sdk], node: 22, without: ['progress', 'cancel'] },
  { name: 'strands', install: ['@strands-agents/sdk@1.19.0', sdk], node: 22, without: ['progress'] },
  { name: 'inspector', install: ['@modelcontextprotocol/inspector@2.12.0'], node: 22, without: ['progress', 'cancel'] },
  { name: 'qwen-code', install: ['@qwen-code/qwen-code@0.24.4'], node: 22, without: ['progress'] },
  { name: 'mcporter', install: ['mcporter@0.12.3'], node: 24, without: ['progress', 'cancel'] },
];
