import { createVersionResolver } from '@toolwire/version';

/** Prompts of an application: not tools, yet with versions that must run side by side. */
export const prompts = createVersionResolver([
  { id: 'Support.Reply', version: '1.0.0', text: 'Answer the customer.' },
  { id: 'Support.Reply', version: '1.9.0', text: 'Answer the customer, briefly.' },
  { id: 'Support.Reply', version: '1.10.0', text: 'Answer the customer, briefly and kindly.' },
  { id: 'Support.Summarize', version: '1.0.0', text: 'Summarize the conversation.' },
]);

/** The prompt that an id asks for: exactly that version, or the latest by number. */
export function findPrompt(id: string): string {
  const found = prompts.resolve(id);
  if (!found.ok) throw new Error(found.message);
  return found.item.text;
}
