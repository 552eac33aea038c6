import type { Capability } from './client.ts';

/** Why a client sees less than all, of our server and the official one alike, or of the official one only. */
export interface Difference {
  readonly client: string;
  readonly capability: Capability;
  readonly whose: 'the client' | 'the server' | 'the official server';
  readonly why: string;
}

/** What stands in the table besides `yes`, and whose fault it is. */
export const differences: readonly Difference[] = [
  {
    client: 'claude-code',
    capability: 'cancel',
    whose: 'the official server',
    why: 'it does not speak 2026-07-28, where to leave a call is to cancel it; before, the client leaves without a word',
  },
  {
    client: 'gemini-cli',
    capability: 'call',
    whose: 'the official server',
    why: 'it sends a number as a text alone, which the client reads as JSON and then wants an object',
  },
  {
    client: 'gemini-cli',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads the first page of a listing only',
  },
  {
    client: 'gemini-cli',
    capability: 'cancel',
    whose: 'the client',
    why: 'stopped, it ends without a word to the server',
  },
  {
    client: 'ai-sdk-5',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads the first page of a listing only',
  },
  {
    client: 'ai-sdk-5',
    capability: 'cancel',
    whose: 'the client',
    why: 'it stops waiting, and does not tell the server',
  },
  {
    client: 'ai-sdk-4',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads the first page of a listing only',
  },
  {
    client: 'ai-sdk-4',
    capability: 'cancel',
    whose: 'the client',
    why: 'it waits for the answer all the same, and does not tell the server',
  },
  {
    client: 'ai-sdk',
    capability: 'cancel',
    whose: 'the official server',
    why: 'it does not speak 2026-07-28, where to leave a call is to cancel it; before, the client leaves without a word',
  },
  {
    client: 'voltagent',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads the first page of a listing only',
  },
  { client: 'voltagent', capability: 'cancel', whose: 'the client', why: 'it hands no signal to its calls' },
  {
    client: 'mcpc',
    capability: 'cancel',
    whose: 'the client',
    why: 'a command that is stopped does not tell the process that keeps the connection',
  },
  {
    client: 'mcp-use',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads the first page of a listing only',
  },
  {
    client: 'langchain',
    capability: 'invalid input',
    whose: 'the client',
    why: 'it checks inputs itself, and keeps why',
  },
  {
    client: 'langchain',
    capability: 'recursive',
    whose: 'the client',
    why: 'its own check of inputs follows no reference',
  },
  {
    client: 'google-adk',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads the first page of a listing only',
  },
  {
    client: 'llamaindex',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads the first page of a listing only',
  },
  { client: 'genkit', capability: 'cancel', whose: 'the client', why: 'it hands no signal to its calls' },
  {
    client: 'supergateway',
    capability: 'progress',
    whose: 'the client',
    why: 'it gives calls new ids, and tokens with them',
  },
  {
    client: 'supergateway',
    capability: 'cancel',
    whose: 'the client',
    why: 'it gives calls new ids, and cancels the old',
  },
  {
    client: 'tanstack',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads the first page of a listing only',
  },
  {
    client: 'anthropic-sdk',
    capability: 'all pages',
    whose: 'the client',
    why: 'its own examples list once, and it lists nothing itself',
  },
  {
    client: 'anthropic-sdk',
    capability: 'artifact',
    whose: 'the client',
    why: 'it throws at every link to a resource, also where a text stands beside it',
  },
];
