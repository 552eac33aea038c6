import type { VNode } from 'preact';
import { copiesOf } from '../../copy-as.ts';
import { createSecretFilter, secretsOfInput } from '../../secrets.ts';
import type { Store } from '../../store.ts';
import type { ToolState } from '../../tool.ts';
import { CopyButton } from '../text.tsx';

/** Buttons that copy the call as commands and code. */
export function CallCopies({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode | null {
  const callPath = store.places.value.otc?.call;
  if (callPath === undefined) return null;
  const input = store.draftOf(tool).value.value ?? {};
  const filter = createSecretFilter(store.areSecretsShown.value ? [] : secretsOfInput(tool, input));
  return (
    <div class="copies" role="group" aria-label="Copy this call as">
      <span>Copy as</span>
      {copiesOf({
        tool,
        input: filter.value(input),
        url: document.location.origin + callPath.replace(/\/(?:tools\/)?call$/, ''),
        callPath,
        credentialNames: store.credential.value === '' ? [] : [store.credentialName.value],
      }).map(({ title, text }) => (
        <CopyButton key={title} title={title} text={text} />
      ))}
    </div>
  );
}
