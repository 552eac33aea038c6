const groups = '.vp-code-group, .page-tabs';
const managers = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/**
 * Shows the same choice in all tabs, and remembers it. Tabs are radio buttons that CSS reads, so they also work without this.
 * @param {import('vitepress').Router} router
 */
export function startTabs(router) {
  if (typeof window === 'undefined') return;
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest(groups)) return;
    const choice = choiceOf(target);
    if (choice === undefined) return;
    const { top } = target.getBoundingClientRect();
    remember(choice);
    applyChoices();
    // Tabs above may have changed their height.
    window.scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
  });
  window.addEventListener('hashchange', showTarget);
  const update = () => {
    applyChoices();
    showTarget();
  };
  const before = router.onAfterPageLoad;
  router.onAfterPageLoad = async (to) => {
    await before?.(to);
    requestAnimationFrame(update);
  };
  requestAnimationFrame(update);
}

/** @param {HTMLInputElement} input */
function choiceOf(input) {
  const label = input.nextElementSibling?.textContent?.trim() ?? '';
  if (input.matches('.page-tabs > .tabs > input')) return { kind: 'framework', value: label };
  if (managers.has(label)) return { kind: 'package-manager', value: label };
  if (label.endsWith('.ts') || label === 'TypeScript') return { kind: 'language', value: 'ts' };
  if (label.endsWith('.js') || label === 'JavaScript') return { kind: 'language', value: 'js' };
  return undefined;
}

/** @param {{ kind: string, value: string }} choice */
function remember({ kind, value }) {
  try {
    localStorage.setItem(`toolwire-tab-${kind}`, value);
  } catch {
    // A browser may forbid storage. The choice then lasts for this click.
  }
}

/** @param {string} kind */
function chosen(kind) {
  try {
    return localStorage.getItem(`toolwire-tab-${kind}`);
  } catch {
    return null;
  }
}

function applyChoices() {
  for (const input of document.querySelectorAll(`:is(${groups}) > .tabs > input`)) {
    const choice = choiceOf(input);
    if (choice !== undefined && chosen(choice.kind) === choice.value) input.checked = true;
  }
}

/** Opens the tab of the heading that the address names. */
function showTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target && target.closest('.page-tab');
  if (!panel) return;
  const index = [...panel.parentElement.querySelectorAll(':scope > .page-tab')].indexOf(panel);
  const input = panel.parentElement.querySelectorAll(':scope > .tabs > input')[index];
  if (input) input.checked = true;
  target.scrollIntoView();
}
