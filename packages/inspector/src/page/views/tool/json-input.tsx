import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { ToolState } from '../../../server-state.ts';
import type { Run } from '../../calls/run.ts';
import { createSecretFilter, secretsOfCall, secretsOfInput, secretsOfRun } from '../../secrets.ts';
import type { Store } from '../../store.ts';
import { Button } from '../controls.tsx';
import { Alert } from '../notices.tsx';

interface JsonInputProps {
  readonly store: Store;
  readonly tool: ToolState;
  /** The runs of the newest call, which may have secrets. */
  readonly runs: readonly Run[];
}

/** The input as editable JSON. Secrets are masked until the user reveals them. */
export function JsonInput({ store, tool, runs }: JsonInputProps): VNode {
  const id = useId();
  const draft = store.draftOf(tool);
  const { input } = draft;
  const areShown = store.areSecretsShown.value;
  const filter = createSecretFilter(areShown ? [] : secretsOfInput(tool, input));
  const isHidden = filter.hasSecrets && !draft.isTyping.value && draft.problem.value === '';
  const text = isHidden ? JSON.stringify(filter.maskValue(input), null, 2) : draft.text.value;
  const context = store.contextOf(tool).value;
  const hasSecrets =
    secretsOfCall({ tool, input, context }).length > 0 || runs.some((run) => secretsOfRun(run).length > 0);
  return (
    <div class="text-side">
      <label for={id}>Input as JSON</label>
      <textarea
        id={id}
        class="json"
        rows={Math.min(24, Math.max(3, text.slice(0, 4_000).split('\n').length))}
        spellcheck={false}
        value={text}
        readOnly={isHidden}
        aria-invalid={draft.problem.value !== ''}
        onInput={(event) => draft.setText(event.currentTarget.value)}
        onBlur={() => draft.endTyping()}
      />
      {hasSecrets && (
        <p class="row">
          <Button
            aria-pressed={areShown}
            onClick={() => (store.areSecretsShown.value = !areShown)}
            text={areShown ? 'Hide secrets' : 'Show secrets'}
          />
          {!areShown && (
            <span class="hint">
              Secrets are masked here, in copies and where requests are shown. Calls send the real values.
            </span>
          )}
        </p>
      )}
      <Alert message={draft.problem.value} />
    </div>
  );
}
