import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { copiesOf } from '../../copy-as.ts';
import { createSecretFilter, secretsOfInput } from '../../secrets.ts';
import type { Store } from '../../store.ts';
import type { ToolState } from '../../tool.ts';
import { Fold } from '../fold.tsx';
import { TabBar } from '../tab-bar.tsx';
import { Code, CopyButton } from '../text.tsx';

/** The call as a command or as code, to read and to copy. */
export function CallCode({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode | null {
  const panel = useId();
  const callPath = store.places.value.otc?.call;
  if (callPath === undefined) return null;
  return (
    <Fold class="call-code" title="Copy as code" open={store.isCodeOpen}>
      {() => {
        const input = store.draftOf(tool).value.value ?? {};
        const filter = createSecretFilter(store.areSecretsShown.value ? [] : secretsOfInput(tool, input));
        const copies = copiesOf({
          tool,
          input: filter.value(input),
          url: document.location.origin + callPath.replace(/\/(?:tools\/)?call$/, ''),
          callPath,
          credentialNames: store.credential.value === '' ? [] : [store.credentialName.value],
        });
        const shown = copies.find(({ title }) => title === store.language.value) ?? copies[0];
        return (
          <>
            <div class="row">
              <TabBar
                label="Language"
                panel={panel}
                items={copies.map(({ title }) => ({ id: title, title }))}
                open={shown.title}
                onOpen={(title) => (store.language.value = title)}
              />
              <CopyButton title="Copy" text={shown.text} />
            </div>
            <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${shown.title}`}>
              <Code label={`The call as ${shown.title}`} text={shown.text} />
            </div>
          </>
        );
      }}
    </Fold>
  );
}
