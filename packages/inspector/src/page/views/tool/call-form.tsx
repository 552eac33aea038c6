import { exampleValue } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Schema, ToolState } from '../../../server-state.ts';
import { stateOfRun } from '../../call-state.ts';
import { type ProtocolName, protocolsOf, protocolTitles } from '../../calls/protocols.ts';
import type { Run } from '../../calls/run.ts';
import { uploadFile } from '../../calls/upload-file.ts';
import type { Draft } from '../../draft.ts';
import { readFieldErrors } from '../../field-errors.ts';
import { focusFirstError } from '../../focus.ts';
import { isFields } from '../../json.ts';
import type { Store } from '../../store.ts';
import { formSchemaOf, toolKey } from '../../tools.ts';
import { StateBadge } from '../badges.tsx';
import { ContextView } from '../context-view.tsx';
import { Button } from '../controls.tsx';
import { Field } from '../field/field.tsx';
import { UploadContext } from '../field/file-picker.tsx';
import { Icon } from '../icon.tsx';
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
  const form = useRef<HTMLFormElement>(null);
  const parameterErrors =
    runs.map(({ result }) => result.value?.parameterErrors).find((errors) => errors !== undefined) ?? noErrors;
  const errors = useMemo(() => readFieldErrors(parameterErrors), [parameterErrors]);
  const hasErrors = errors.length > 0;
  // The page moves only to errors and results of calls from this form.
  const isCalled = useRef(false);
  useEffect(() => {
    if (isCalled.current && hasErrors) focusFirstError(form.current);
  }, [runs, hasErrors]);
  const hasEnded = runs.every(({ result }) => result.value !== undefined);
  useEffect(() => {
    if (isCalled.current && !hasErrors) scrollToResult({ isForced: false });
  }, [runs, hasEnded]);
  const isInvalid = draft.problem.value !== '';
  const call = (): void => {
    if (isInvalid) return;
    isCalled.current = true;
    store.call(tool, draft.input);
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
        <button type="submit" class="main" disabled={store.chosenProtocols.value.length === 0 || isInvalid}>
          Call
        </button>
        <ProtocolChoice store={store} />
        <ResultButton runs={runs} />
      </div>
    </form>
  );
}

/** The protocols to call over. */
function ProtocolChoice({ store }: { readonly store: Store }): VNode {
  const protocols = protocolsOf(store.endpoints.value);
  const chosen = store.chosenProtocols.value;
  const areAllChosen = chosen.length === protocols.length;
  const toggle = (toggled: ProtocolName): void => {
    store.chosenProtocols.value = protocols.filter((protocol) => chosen.includes(protocol) !== (protocol === toggled));
  };
  return (
    <fieldset class="protocols">
      <legend class="visually-hidden">Protocols</legend>
      {protocols.map((protocol) => (
        <label key={protocol}>
          <input type="checkbox" checked={chosen.includes(protocol)} onChange={() => toggle(protocol)} />{' '}
          {protocolTitles[protocol]}
        </label>
      ))}
      {protocols.length > 1 && (
        <Button
          class="bare"
          onClick={() => (store.chosenProtocols.value = areAllChosen ? protocols.slice(0, 1) : protocols)}
          text={areAllChosen ? 'One' : 'All'}
        />
      )}
    </fieldset>
  );
}

/** Scrolls to the result, unless it is in view next to the form. */
function scrollToResult({ isForced }: { readonly isForced: boolean }): void {
  const result = document.querySelector('.result');
  const isInView = result !== null && result.getBoundingClientRect().top < window.innerHeight / 2;
  if (isForced || !isInView) result?.scrollIntoView({ block: 'start' });
}

/** A button with the state of the result, which scrolls to the result below the form. */
function ResultButton({ runs }: Pick<CallFormProps, 'runs'>): VNode | null {
  const [run] = runs;
  if (run === undefined) return null;
  return (
    <Button class="to-result bare" onClick={() => scrollToResult({ isForced: true })}>
      <StateBadge kind={stateOfRun(run)} />
      Result ↓
    </Button>
  );
}

/** A button that replaces the input with an example. Tools without parameters have no button. */
function ExampleButton({ schema, draft }: { readonly schema: Schema; readonly draft: Draft }): VNode | null {
  const example = useMemo(() => exampleValue(schema, schema), [schema]);
  if (!isFields(example) || Object.keys(example).length === 0) return null;
  return (
    <p class="row">
      <Button onClick={() => draft.setValue(example)}>
        <Icon name="bolt" />
        Fill example
      </Button>
    </p>
  );
}
