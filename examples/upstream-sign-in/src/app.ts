import { mountTools } from '@toolwire/express';
import { createMemoryVaultStore, createSignIn, createTokenVault, type SignIn } from '@toolwire/sign-in';
import { signInRequirements, signInWire } from '@toolwire/sign-in/stage';
import express, { type Express, type Request } from 'express';
import { type Toolwire, toolwire } from 'toolwire';
import { client } from './notes-service.ts';
import { listNotes } from './tools.ts';
import { findUser } from './users.ts';

/** The app, and what its parts are reached by. */
export interface App {
  readonly app: Express;
  readonly tools: Toolwire;
  readonly signIn: SignIn;
}

/** Creates the app. The service redirects its users to `<url>/ai/oauth/callback/notes`. */
export function createApp(url: string, serviceUrl: string, vaultKey: string): App {
  const signIn = createSignIn({
    publicUrl: `${url}/ai`,
    vault: createTokenVault({ keys: [{ id: 'first', key: vaultKey }], store: createMemoryVaultStore() }),
    providers: {
      notes: { issuer: serviceUrl, ...client, scopes: ['openid', 'offline_access'], parameters: { prompt: 'consent' } },
    },
    report: (error, doing) => console.warn(doing, error),
  });
  const tools = toolwire({
    tools: [listNotes(serviceUrl)],
    requirements: signInRequirements(signIn),
    wires: [signInWire(signIn)],
  });
  // Of calls and of browsers alike: who has called, and who opens the address of the sign-in.
  const principal = (request: Request): { id: string } | undefined => {
    const user = findUser(request);
    return user === undefined ? undefined : { id: user };
  };
  const app = express()
    .get('/login/:user', ({ params }, response) => {
      response.cookie('session-of', params.user, { httpOnly: true, sameSite: 'lax' }).send(`Hello ${params.user}`);
    })
    .use('/ai', mountTools(tools, { principal }));
  return { app, tools, signIn };
}
