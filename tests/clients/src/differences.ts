import type { Capability } from './client.ts';

/** Why a client does not see all of a server. */
export interface Difference {
  /** Left out: of several. */
  readonly client?: string;
  readonly capability: Capability;
  readonly whose: 'the client' | 'the server';
  readonly why: string;
}

/** What stands in the table besides `yes`, and whose fault it is. */
export const differences: readonly Difference[] = [
  { capability: 'plain text', whose: 'the server', why: 'a text comes with a copy as `structuredContent`' },
  { capability: 'artifact', whose: 'the server', why: 'a file goes by the last part of its address, not by its name' },
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
];
