import { createContextKey, defineTool } from '@toolwire/core';
import { z } from 'zod';

/** Who is signed in; the app hands it over with every request. */
export const userName = createContextKey('user name', 'nobody');

/** Greets whoever is signed in. */
export const greet = defineTool({
  id: 'Greeter.Greet',
  version: '1.0.0',
  description: 'Greets the signed-in user.',
  input: z.object({ greeting: z.string().describe('The greeting, such as "Good morning".') }),
  output: z.string(),
  run: ({ greeting }, { get }) => `${greeting}, ${get(userName)}!`,
});
