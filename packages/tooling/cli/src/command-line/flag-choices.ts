// The choices of flags. The help and the shell completion list them, and the commands check them.
// A command loads its code later than its help, so the lists are not in that code.

/** The protocols of `--wire`. */
export const wires = ['otc', 'mcp', 'arcade'] as const;

/** The protocols of `--wire` that `toolwire check` tests. */
export const testedWires = ['otc', 'mcp'] as const;

/** The revisions that the official MCP suite tests: `--revision` of `toolwire check`. */
export const mcpRevisions = ['2025-11-25', '2026-07-28'] as const;

/** Whose config file `toolwire configure --scope` changes. */
export const scopes = ['project', 'user'] as const;

/** The formats of `toolwire export --to`. */
export const exportFormats = [
  'openai',
  'openai-chat',
  'anthropic',
  'gemini',
  'ai-sdk',
  'langchain',
  'openapi',
] as const;
