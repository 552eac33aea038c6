import type { Mailbox } from '@toolwire/core/wire';

/** A mailbox that several endpoints of one process share, in the place of the processes of a server. */
export function createMemoryMailbox(): Mailbox & { readonly left: Map<string, string> } {
  const left = new Map<string, string>();
  return {
    left,
    leave: (name, text) => left.set(name, text),
    collect: (names) =>
      names.map((name) => {
        const text = left.get(name);
        left.delete(name);
        return text;
      }),
  };
}
