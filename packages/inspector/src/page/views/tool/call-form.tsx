import { exampleValue } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Run, WireName } from '../../calls/run.ts';
import { waysOf, wireTitles } from '../../calls/start-run.ts';
import { uploadFile } from '../../calls/upload-file.ts';
import type { Draft } from '../../draft.ts';
import { readFieldErrors } from '../../field-errors.ts';
import { focusFirstError } from '../../focus.ts';
import { isFields } from '../../json.ts';
import type { Store } from '../../store.ts';
import { formSchemaOf, type Schema, type ToolState, toolKey } from '../../tool.ts';
import { StateBadge } from '../badges.tsx';
import { ContextView } from '../context-view.tsx';
import { Field } from '../field/field.tsx';
import { UploadContext } from '../field/file-picker.tsx';
import { Icon } from '../icon.tsx';
import { stateOf } from '../run/run-view.tsx';
import { CallCode } from './call-code.tsx';
import { JsonInput } from './json-input.tsx';

const noErrors: Readonly<Record<string, string>> = {};

interface CallFormProps {
  readonly store: Store;
  readonly tool: ToolState;
  /** The runs of the newest call. */
  readonly runs: readonly Run[];
}

/** The form of a call: its input, its secrets and its protocols. */
export function CallForm({ store, tool, runs }: CallFormProps): VNode {
  const draft = store.draftOf(tool);
  const schema = formSchemaOf(tool);
  const ways = waysOf(store.places.value);
  const chosen = store.chosen.value;
  const form = useRef<HTMLFormElement>(null);
  const byParameter = runs.map((run) => run.answer.value?.parameterErrors).find((one) => one !== undefined) ?? noErrors;
  const errors = useMemo(() => readFieldErrors(byParameter), [byParameter]);
  const hasErrors = errors.length > 0;
  useEffect(() => {
    if (hasErrors) focusFirstError(form.current);
  }, [runs, hasErrors]);
  // A result from before the form opened is not scrolled to.
  const isCalled = useRef(false);
  const hasEnded = runs.every((run) => run.answer.value !== undefined);
  useEffect(() => {
    if (isCalled.current && !hasErrors) showResult(false);
  }, [runs, hasEnded]);
  const call = (): void => {
    if (draft.problem.value !== '') return;
    isCalled.current = true;
    store.call(tool, draft.value.value ?? {});
  };
  const toggle = (way: WireName): void => {
    store.chosen.value = ways.filter((one) => (one === way ? !chosen.includes(one) : chosen.includes(one)));
  };
  return (
    <form
      class="call"
      ref={form}
      aria-label={`Call ${tool.id}`}
      onSubmit={(event) => {
        event.preventDefault();
        call();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        call();
      }}
    >
      <div class="both">
        <div class="form-side">
          <ExampleButton schema={schema} draft={draft} />
          <UploadContext.Provider value={(file) => uploadFile(store, file)}>
            <Field
              key={toolKey(tool)}
              schema={schema}
              root={schema}
              path=""
              label="Input"
              value={draft.value.value}
              isRequired
              errors={errors}
              onChange={(value) => draft.setValue(value)}
            />
          </UploadContext.Provider>
        </div>
        <JsonInput store={store} tool={tool} runs={runs} />
      </div>
      <ContextView store={store} tool={tool} />
      <CallCode store={store} tool={tool} />
      <div class="call-line">
        <button type="submit" class="main" disabled={chosen.length === 0 || draft.problem.value !== ''}>
          Call
        </button>
        <fieldset class="ways">
          <legend class="unseen">Protocols</legend>
          {ways.map((way) => (
            <label key={way}>
              <input type="checkbox" checked={chosen.includes(way)} onChange={() => toggle(way)} /> {wireTitles[way]}
            </label>
          ))}
          {ways.length > 1 && (
            <button
              type="button"
              class="bare"
              onClick={() => (store.chosen.value = chosen.length === ways.length ? ways.slice(0, 1) : ways)}
            >
              {chosen.length === ways.length ? 'One' : 'All'}
            </button>
          )}
        </fieldset>
        <ToResult runs={runs} />
      </div>
    </form>
  );
}

/** Scrolls to the result. A result that is in view next to the form stays where it is, unless the user asks for it. */
function showResult(isWanted: boolean): void {
  const result = document.querySelector('.result');
  const isInView = result !== null && result.getBoundingClientRect().top < window.innerHeight / 2;
  if (isWanted || !isInView) result?.scrollIntoView({ block: 'start' });
}

/** Where the result is below the form: its state, and the way to it. */
function ToResult({ runs }: Pick<CallFormProps, 'runs'>): VNode | null {
  const [run] = runs;
  if (run === undefined) return null;
  return (
    <button type="button" class="to-result bare" onClick={() => showResult(true)}>
      <StateBadge kind={stateOf(run)} />
      Result ↓
    </button>
  );
}

/** A button that replaces the input with an example. Tools without parameters have no button. */
function ExampleButton({ schema, draft }: { readonly schema: Schema; readonly draft: Draft }): VNode | null {
  const example = useMemo(() => exampleValue(schema, schema), [schema]);
  if (!isFields(example) || Object.keys(example).length === 0) return null;
  return (
    <p class="row">
      <button type="button" onClick={() => draft.setValue(example)}>
        <Icon name="bolt" />
        Fill example
      </button>
    </p>
  );
}
