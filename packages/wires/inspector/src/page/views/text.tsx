import { escapeControls } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** A text of somebody else's: as it is, with what would move or turn it written out, and never longer than a screen bears. */
export function Text({ text, most = 2_000 }: { readonly text: string; readonly most?: number }): VNode {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return <bdi class="text">{safeText(shown)}</bdi>;
}

const firstShown = 20_000;
/** More than this in one box takes a browser longer to lay out than anybody waits. */
const mostShown = 200_000;

/** A text with its lines, scrolled within a box; of one that is very long the beginning. */
export function Code({ text, label }: { readonly text: string; readonly label: string }): VNode {
  const [most, setMost] = useState(firstShown);
  return (
    <div class="code">
      <pre tabIndex={0} role="group" aria-label={label}>
        {safeText(text.slice(0, most))}
      </pre>
      {text.length > most && most < mostShown && (
        <button type="button" onClick={() => setMost(mostShown)}>
          Show more of {text.length.toLocaleString('en')} characters
        </button>
      )}
      {text.length > mostShown && most === mostShown && (
        <p class="hint">
          This is the beginning of {text.length.toLocaleString('en')} characters.{' '}
          <CopyButton text={text} title="Copy all of them" />
        </p>
      )}
    </div>
  );
}

/** A text in its box, with its name above it. */
export function Box({ text, title }: { readonly text: string; readonly title: string }): VNode {
  return (
    <>
      <h3 class="hint">{title}</h3>
      <Code text={text} label={title} />
    </>
  );
}

/** What no screen may be moved or turned by; the ends of lines stay. */
function safeText(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeControls(line.replaceAll('\t', '  ')))
    .join('\n');
}

/** Copies a text, and says so in its place: what stood beside it must not move under the next click. */
export function CopyButton({ text, title }: { readonly text: string; readonly title: string }): VNode {
  const [state, setState] = useState<'copied' | 'refused' | undefined>(undefined);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <span class="copy">
      <button type="button" data-state={state} onClick={copy} onBlur={() => setState(undefined)}>
        {title}
      </button>
      <span role="status" class={state === 'refused' ? 'error' : 'unseen'}>
        {state === 'copied' && `${title}: copied`}
        {state === 'refused' && 'The browser did not let this be copied'}
      </span>
    </span>
  );
}
