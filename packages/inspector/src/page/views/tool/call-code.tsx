import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { ToolState } from '../../../server-state.ts';
import { writeCodeSamples } from '../../calls/code-samples.ts';
import { createSecretFilter, secretsOfInput } from '../../secrets.ts';
import type { Store } from '../../store.ts';
import { CopyButton, Fold, TabBar } from '../controls.tsx';
import { Code } from '../text.tsx';

/** The call as a command or as code, to read and to copy. */
export function CallCode({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode | null {
  const panel = useId();
  const callPath = store.endpoints.value.otc?.call;
  if (callPath === undefined) return null;
  return (
    <Fold class="call-code" title="Copy as code" open={store.isCodeOpen}>
      {() => {
        const { input } = store.draftOf(tool);
        const filter = createSecretFilter(store.areSecretsShown.value ? [] : secretsOfInput(tool, input));
        const samples = writeCodeSamples({
          tool,
          input: filter.maskValue(input),
          url: document.location.origin + callPath.replace(/\/(?:tools\/)?call$/, ''),
          callPath,
          credentialName: store.credential.value === '' ? undefined : store.credentialName.value,
        });
        const sample = samples.find(({ id }) => id === store.language.value) ?? samples[0];
        return (
          <>
            <div class="row">
              <TabBar
                label="Language"
                panel={panel}
                items={samples}
                open={sample.id}
                onOpen={(id) => (store.language.value = id)}
              />
              <CopyButton title="Copy" text={sample.text} />
            </div>
            <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${sample.id}`}>
              <Code label={`The call as ${sample.title}`} text={sample.text} />
            </div>
          </>
        );
      }}
    </Fold>
  );
}
