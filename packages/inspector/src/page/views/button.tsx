import type { ButtonHTMLAttributes, VNode } from 'preact';
import { useState } from 'preact/hooks';

interface ButtonProps extends ButtonHTMLAttributes {
  /** The label, if it is only text. */
  readonly text?: string | undefined;
}

/** A button that does not submit its form. */
export function Button({ text, children = text, ...attributes }: ButtonProps): VNode {
  return (
    <button type="button" {...attributes}>
      {children}
    </button>
  );
}

/** Copies a string and reports it in place, so that the layout does not move under the next click. */
export function CopyButton({ text, title }: { readonly text: string; readonly title: string }): VNode {
  const [state, setState] = useState<'copied' | 'refused' | undefined>(undefined);
  const copy = (): void => {
    writeToClipboard(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <span class="copy">
      <Button data-state={state} onClick={copy} onBlur={() => setState(undefined)} text={title} />
      <span role="status" class={state === 'refused' ? 'error' : 'visually-hidden'}>
        {state === 'copied' && `${title}: copied`}
        {state === 'refused' && 'The browser blocked copying'}
      </span>
    </span>
  );
}

/** Also rejects on a page without TLS, where browsers have no clipboard. */
async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
