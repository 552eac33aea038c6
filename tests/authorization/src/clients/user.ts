import { signIn } from '../sign-in.ts';

/** A user with a browser: signs in where a client redirects, and passes on the returned code. */
export class User {
  readonly signIns: URL[] = [];
  #returned: Promise<URL> | undefined;

  send(address: URL): void {
    this.signIns.push(address);
    this.#returned = signIn(address);
    // Only the waiting client is notified.
    this.#returned.catch(() => undefined);
  }

  async code(): Promise<URLSearchParams> {
    const returned = await this.#returned;
    if (returned === undefined) throw new Error('The client has sent its user nowhere');
    return returned.searchParams;
  }
}
