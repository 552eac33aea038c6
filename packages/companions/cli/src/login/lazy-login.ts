import type { Terminal } from '../terminal.ts';
import type { Login, LoginOptions } from './login.ts';

/** A login whose code is loaded when it is needed. */
export function lazyLogin(options: LoginOptions, terminal: Terminal): Login {
  const load = async (): Promise<Login> => (await import('./create-login.ts')).createLogin(options, terminal);
  return {
    saved: async (url) => (await load()).saved(url),
    signIn: async (url, challenge) => (await load()).signIn(url, challenge),
  };
}
