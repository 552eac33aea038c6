import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { Run, WireName } from '../calls/run.ts';
import { versionsOf, waysOf, wireTitles } from '../calls/start-run.ts';
import { copiesOf } from '../copy-as.ts';
import { textOf } from '../json.ts';
import { createSecretFilter, secretsOfCall, secretsOfInput } from '../secrets.ts';
import type { Store } from '../store.ts';
import { formSchemaOf, type ToolState, toolKey } from '../tool.ts';
import { ContextView } from './context-view.tsx';
import { Field } from './field.tsx';
import { ModelsView } from './models-view.tsx';
import { PublishedView } from './published-view.tsx';
import { RunView, secretsOfRun } from './run-view.tsx';
import { SchemaTree } from './schema-tree.tsx';
import { CopyButton, Fold, Text } from './text.tsx';

/** One tool: its description, its form, and the results of its calls. */
export function ToolView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const runs = store.runs.value.get(toolKey(tool)) ?? [];
  return (
    <article class="tool" aria-labelledby="tool-name">
      <ToolHead store={store} tool={tool} />
      <CallForm store={store} tool={tool} runs={runs} />
      <div class="runs" aria-live="polite">
        {runs.map((run) => (
          <RunView
            key={run.id}
            run={run}
            areSecretsShown={store.areSecretsShown.value}
            onAgain={() => store.call(tool, run.call.input, [run.wire])}
          />
        ))}
      </div>
      <Fold class="schemas" title="Input and output">
        {() => <Schemas tool={tool} />}
      </Fold>
      <VersionsSideBySide store={store} tool={tool} />
      <ModelsView store={store} tool={tool} key={`models ${toolKey(tool)}`} />
      <PublishedView store={store} tool={tool} key={toolKey(tool)} />
    </article>
  );
}

function Schemas({ tool }: { readonly tool: ToolState }): VNode {
  return (
    <>
      <SchemaTree schema={formSchemaOf(tool)} name="input" />
      {tool.outputSchema === null ? (
        <p class="hint">No output.</p>
      ) : (
        <SchemaTree schema={tool.outputSchema} name="output" />
      )}
    </>
  );
}

/** All versions of a tool side by side: input, output and deprecation. */
function VersionsSideBySide({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode | null {
  const versions = versionsOf(tool, store.tools.value);
  if (versions.length < 2) return null;
  return (
    <Fold class="schemas" title={`${versions.length} versions, side by side`}>
      {() => (
        <div class="runs">
          {versions.map((one) => (
            <section class="run" key={one.version} aria-label={`Version ${one.version}`}>
              <header>
                <h3>{one.version}</h3>
              </header>
              {one.deprecation !== undefined && <p class="warning">{deprecationText(one)}</p>}
              <p class="about">
                <Text text={one.description} most={1_000} />
              </p>
              <Schemas tool={one} />
            </section>
          ))}
        </div>
      )}
    </Fold>
  );
}

function ToolHead({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const versions = versionsOf(tool, store.tools.value);
  const marks = Object.entries(tool.annotations ?? {}).flatMap(([name, value]) => (value === true ? [name] : []));
  const id = useId();
  return (
    <header class="tool-head">
      <h2 id="tool-name">
        <Text text={tool.title ?? tool.id} most={200} />
      </h2>
      <p>
        <code>
          <Text text={toolKey(tool)} most={300} />
        </code>{' '}
        {[...marks, ...(tool.taskSupport === undefined ? [] : [`task ${tool.taskSupport}`])].map((mark) => (
          <span class="mark" key={mark}>
            {mark}
          </span>
        ))}
      </p>
      {versions.length > 1 && (
        <p class="row">
          <label for={id}>Version</label>
          <select id={id} value={toolKey(tool)} onChange={(event) => store.select(event.currentTarget.value)}>
            {versions.map((one) => (
              <option value={toolKey(one)} key={one.version}>
                {one.version}
                {one.deprecation !== undefined && ' (deprecated)'}
              </option>
            ))}
          </select>
        </p>
      )}
      <p class="about">
        <Text text={tool.description} most={4_000} />
      </p>
      {tool.deprecation !== undefined && <p class="warning">{deprecationText(tool)}</p>}
      {tool.problems.length > 0 && (
        <details class="warning">
          <summary>
            {tool.problems.length === 1 ? '1 problem' : `${tool.problems.length} problems`} with some models
          </summary>
          <ul>
            {tool.problems.slice(0, 20).map(({ readers, message }, index) => (
              <li key={index}>
                <strong>{readers.join(', ')}</strong>: <Text text={message} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </header>
  );
}

function deprecationText({ deprecation }: ToolState): string {
  const since = textOf(deprecation, 'since');
  const sunset = textOf(deprecation, 'sunset');
  const successor = textOf(deprecation, 'successor');
  return [
    `Deprecated${since === undefined ? '' : ` since ${since}`}.`,
    ...(sunset === undefined ? [] : [`It stops working on ${sunset}.`]),
    ...(successor === undefined ? [] : [`Use ${successor}.`]),
  ].join(' ');
}

function CallForm({
  store,
  tool,
  runs,
}: {
  readonly store: Store;
  readonly tool: ToolState;
  readonly runs: readonly Run[];
}): VNode {
  const draft = store.draftOf(tool);
  const schema = formSchemaOf(tool);
  const ways = waysOf(store.places.value);
  const chosen = store.chosen.value;
  const textId = useId();
  const input = draft.value.value ?? {};
  const areShown = store.areSecretsShown.value;
  const inText = createSecretFilter(areShown ? [] : secretsOfInput(tool, input));
  const isHidden = inText.hides && !draft.isTyping.value && draft.problem.value === '';
  const shownText = isHidden ? JSON.stringify(inText.value(input), null, 2) : draft.text.value;
  const context = store.contextOf(tool).value;
  const hasSecrets =
    secretsOfCall({ tool, input, context, credentials: {} }).length > 0 ||
    runs.some((run) => secretsOfRun(run).length > 0);
  const errors = runs.map((run) => run.answer.value?.parameterErrors).find((one) => one !== undefined);
  const call = (): void => {
    if (draft.problem.value === '') store.call(tool, draft.value.value ?? {});
  };
  const toggle = (way: WireName): void => {
    store.chosen.value = ways.filter((one) => (one === way ? !chosen.includes(one) : chosen.includes(one)));
  };
  const callPath = store.places.value.otc?.call;
  return (
    <form
      class="call"
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
          <Field
            key={toolKey(tool)}
            schema={schema}
            root={schema}
            path=""
            label="Input"
            value={draft.value.value}
            isRequired
            error={errors === undefined ? undefined : JSON.stringify(errors)}
            onChange={(value) => draft.setValue(value)}
          />
        </div>
        <div class="text-side">
          <label for={textId}>Input as JSON</label>
          <textarea
            id={textId}
            class="json"
            rows={Math.min(24, Math.max(6, shownText.slice(0, 4_000).split('\n').length + 1))}
            spellcheck={false}
            value={shownText}
            readOnly={isHidden}
            aria-invalid={draft.problem.value !== ''}
            onInput={(event) => draft.setText(event.currentTarget.value)}
            onBlur={() => draft.endTyping()}
          />
          {hasSecrets && (
            <p class="row">
              <button type="button" aria-pressed={areShown} onClick={() => (store.areSecretsShown.value = !areShown)}>
                {areShown ? 'Hide secrets' : 'Show secrets'}
              </button>
              {!areShown && <span class="hint">Secrets are masked here, in copies and in requests.</span>}
            </p>
          )}
          {draft.problem.value !== '' && (
            <p class="error" role="alert">
              {draft.problem.value}
            </p>
          )}
        </div>
      </div>
      <ContextView store={store} tool={tool} />
      <div class="call-line">
        <button type="submit" class="main" disabled={chosen.length === 0 || draft.problem.value !== ''}>
          Call
        </button>
        <fieldset class="ways">
          <legend>over</legend>
          {ways.map((way) => (
            <label key={way}>
              <input type="checkbox" checked={chosen.includes(way)} onChange={() => toggle(way)} /> {wireTitles[way]}
            </label>
          ))}
          {ways.length > 1 && (
            <button
              type="button"
              onClick={() => (store.chosen.value = chosen.length === ways.length ? ways.slice(0, 1) : ways)}
            >
              {chosen.length === ways.length ? 'One' : 'All'}
            </button>
          )}
        </fieldset>
        <span class="hint">Ctrl+Enter calls</span>
      </div>
      {callPath !== undefined && (
        <div class="copies" role="group" aria-label="Copy this call as">
          <span>Copy as</span>
          {copiesOf({
            tool,
            input: inText.value(input),
            url: document.location.origin + callPath.replace(/\/(?:tools\/)?call$/, ''),
            callPath,
            credentialNames: store.credential.value === '' ? [] : [store.credentialName.value],
          }).map(({ title, text }) => (
            <CopyButton key={title} title={title} text={text} />
          ))}
        </div>
      )}
    </form>
  );
}
