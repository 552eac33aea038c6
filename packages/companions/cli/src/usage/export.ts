import type { Command } from '../command.ts';
import { sharedFlags } from '../flags.ts';

/** What the help says of `toolwire export`. */
export const exportTools: Command = {
  name: 'export',
  about: "Writes the tools as a model's interface or OpenAPI takes them, and tells what is different from the listing.",
  operands: 'TARGET',
  flags: {
    to: { value: 'openai|openai-chat|anthropic|gemini|ai-sdk|langchain|openapi', about: 'the form' },
    strict: { about: 'in strict mode, each tool whose schema says the same in it' },
    ...sharedFlags,
  },
  examples: [
    'toolwire export http://127.0.0.1:3000 --to anthropic > tools.json',
    'toolwire export listing.json --to openapi > openapi.json',
  ],
  json: '`{ to, tools, report: [{ toolId, name, strict, changes: [{ code, at, message }] }] }`',
  load: async () => (await import('../commands/export.ts')).exportTools,
};
