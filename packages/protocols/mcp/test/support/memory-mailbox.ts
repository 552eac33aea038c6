import type { Mailbox } from '@toolwire/core/wire';

/** A mailbox for several endpoints in one process, in place of several processes. */
export function createMemoryMailbox(): Mailbox & { readonly messages: Map<string, string> } {
  const messages = new Map<string, string>();
  return {
    messages,
    leave: (name, text) => messages.set(name, text),
    collect: (names) =>
      names.map((name) => {
        const text = messages.get(name);
        messages.delete(name);
        return text;
      }),
  };
}
