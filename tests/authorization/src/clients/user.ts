import { signIn } from '../sign-in.ts';

/** Somebody before a browser: signs in where a client sends them, and hands over the code that comes back. */
export class User {
  readonly signIns: URL[] = [];
  #returned: Promise<URL> | undefined;

  send(address: URL): void {
    this.signIns.push(address);
    this.#returned = signIn(address);
    // Whoever waits for it is told; nobody else is.
    this.#returned.catch(() => undefined);
  }

  async code(): Promise<URLSearchParams> {
    const returned = await this.#returned;
    if (returned === undefined) throw new Error('The client has sent its user nowhere');
    return returned.searchParams;
  }
}
