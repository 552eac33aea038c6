import { escapeControls } from '@toolwire/internal';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** A text of somebody else's: as it is, with what would move or turn it written out, and never longer than a screen bears. */
export function Text({ text, most = 2_000 }: { readonly text: string; readonly most?: number }): VNode {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return <bdi class="text">{safeText(shown)}</bdi>;
}

/** A text with its lines, scrolled within a box. */
export function Code({ text, label }: { readonly text: string; readonly label: string }): VNode {
  const [most, setMost] = useState(20_000);
  return (
    <div class="code">
      <pre tabIndex={0} role="region" aria-label={label}>
        {safeText(text.slice(0, most))}
      </pre>
      {text.length > most && (
        <button type="button" onClick={() => setMost(most * 10)}>
          Show more of {text.length.toLocaleString('en')} characters
        </button>
      )}
    </div>
  );
}

/** What no screen may be moved or turned by; the ends of lines stay. */
function safeText(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeControls(line.replaceAll('\t', '  ')))
    .join('\n');
}

/** Copies a text. */
export function CopyButton({ text, title }: { readonly text: string; readonly title: string }): VNode {
  const [copied, setCopied] = useState<string | undefined>(undefined);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied('Copied'),
      () => setCopied('The browser did not let this be copied'),
    );
  };
  return (
    <button type="button" onClick={copy} onBlur={() => setCopied(undefined)}>
      {title}
      {copied !== undefined && <span role="status"> · {copied}</span>}
    </button>
  );
}
