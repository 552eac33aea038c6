import type { Capability } from './client.ts';

/** Why a client sees less than all, of our server and the official one alike, or of the official one only. */
export interface Difference {
  readonly client: string;
  readonly capability: Capability;
  readonly whose: 'the client' | 'the server' | 'the official server';
  readonly why: string;
}

/** The cells of the table other than `yes`, with their cause. */
export const differences: readonly Difference[] = [
  {
    client: 'claude-code',
    capability: 'cancel',
    whose: 'the official server',
    why: 'no support for 2026-07-28, and the client sends no cancellation in older revisions',
  },
  {
    client: 'gemini-cli',
    capability: 'call',
    whose: 'the official server',
    why: 'it sends a number as text only. The client parses it and requires an object',
  },
  {
    client: 'gemini-cli',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads only the first page of a listing',
  },
  {
    client: 'gemini-cli',
    capability: 'cancel',
    whose: 'the client',
    why: 'it stops without notifying the server',
  },
  {
    client: 'ai-sdk-5',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads only the first page of a listing',
  },
  {
    client: 'ai-sdk-5',
    capability: 'cancel',
    whose: 'the client',
    why: 'it stops waiting without notifying the server',
  },
  {
    client: 'ai-sdk-4',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads only the first page of a listing',
  },
  {
    client: 'ai-sdk-4',
    capability: 'cancel',
    whose: 'the client',
    why: 'it keeps waiting and sends no cancellation',
  },
  {
    client: 'ai-sdk',
    capability: 'cancel',
    whose: 'the official server',
    why: 'no support for 2026-07-28, and the client sends no cancellation in older revisions',
  },
  {
    client: 'voltagent',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads only the first page of a listing',
  },
  { client: 'voltagent', capability: 'cancel', whose: 'the client', why: 'it passes no signal to its calls' },
  {
    client: 'mcpc',
    capability: 'cancel',
    whose: 'the client',
    why: 'a stopped command does not notify the process that holds the connection',
  },
  {
    client: 'mcp-use',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads only the first page of a listing',
  },
  {
    client: 'langchain',
    capability: 'invalid input',
    whose: 'the client',
    why: 'it validates inputs itself and hides the reason',
  },
  {
    client: 'langchain',
    capability: 'recursive',
    whose: 'the client',
    why: 'its own validation of inputs does not follow references',
  },
  {
    client: 'google-adk',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads only the first page of a listing',
  },
  {
    client: 'llamaindex',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads only the first page of a listing',
  },
  { client: 'genkit', capability: 'cancel', whose: 'the client', why: 'it passes no signal to its calls' },
  {
    client: 'supergateway',
    capability: 'progress',
    whose: 'the client',
    why: 'it replaces the IDs and progress tokens of calls',
  },
  {
    client: 'supergateway',
    capability: 'cancel',
    whose: 'the client',
    why: 'it replaces the IDs of calls and cancels the old IDs',
  },
  {
    client: 'tanstack',
    capability: 'all pages',
    whose: 'the client',
    why: 'it reads only the first page of a listing',
  },
  {
    client: 'anthropic-sdk',
    capability: 'all pages',
    whose: 'the client',
    why: 'the client has no listing, and its examples list once',
  },
  {
    client: 'anthropic-sdk',
    capability: 'artifact',
    whose: 'the client',
    why: 'it throws on every resource link, even next to text',
  },
];
