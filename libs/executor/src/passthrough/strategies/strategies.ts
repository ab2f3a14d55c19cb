import { dirname, join } from 'node:path';
import type { Setting, Strategy } from '../strategy.ts';
import { byFlag } from './by-flag.ts';
import { byProjectFile } from './by-project-file.ts';
import { byVariable } from './by-variable.ts';
import { codex } from './codex.ts';
import { copilotForm, cursorForm, httpUrlForm, opencodeForm, typedForm } from './forms.ts';
import { directoriesUp, namesInFiles, namesInTexts } from './nearer-files.ts';
import { replaces, replacesVariables } from './words.ts';

/** The defaults of the machine lie below every other layer: what the user and the administrator say stays above. */
function qwenDefaults({ environment }: Pick<Setting, 'environment'>): string {
  const given = environment.QWEN_CODE_SYSTEM_SETTINGS_PATH ?? '';
  const folder = process.platform === 'darwin' ? '/Library/Application Support/QwenCode' : '/etc/qwen-code';
  return join(given === '' ? folder : dirname(given), 'system-defaults.json');
}

/** What the user, the project and the administrator say. */
function qwenWinning({ environment, home, directory }: Setting): Promise<ReadonlySet<string>> {
  const given = environment.QWEN_CODE_SYSTEM_SETTINGS_PATH ?? '';
  const system = given === '' ? join(dirname(qwenDefaults({ environment })), 'settings.json') : given;
  const files = [join(home, '.qwen', 'settings.json'), join(directory, '.qwen', 'settings.json'), system];
  return namesInFiles(httpUrlForm.member, files);
}

/** What the project says, here and above, and a variable that holds a whole configuration. */
async function opencodeWinning({ environment, directory }: Setting): Promise<ReadonlySet<string>> {
  const places = directoriesUp(directory).flatMap((one) => [one, join(one, '.opencode')]);
  const files = places.flatMap((one) => [join(one, 'opencode.json'), join(one, 'opencode.jsonc')]);
  const { member } = opencodeForm;
  const inFiles = await namesInFiles(member, files);
  return new Set([...inFiles, ...namesInTexts(member, [environment.OPENCODE_CONFIG_CONTENT ?? ''])]);
}

const known: readonly Strategy[] = [
  byFlag({
    cli: 'claude',
    form: typedForm,
    flag: (file) => `--mcp-config=${file}`,
    cannot: replaces('claude', /\$\{/),
    elsewhere: ['~/.claude.json', '.mcp.json'],
  }),
  codex,
  byProjectFile({
    cli: 'gemini',
    form: httpUrlForm,
    path: ['.gemini', 'settings.json'],
    cannot: replacesVariables('gemini'),
    elsewhere: ['~/.gemini/settings.json'],
  }),
  byVariable({
    cli: 'qwen',
    form: httpUrlForm,
    variable: 'QWEN_CODE_SYSTEM_DEFAULTS_PATH',
    usual: qwenDefaults,
    winning: qwenWinning,
    cannot: replacesVariables('qwen'),
    elsewhere: ['~/.qwen/settings.json', '.qwen/settings.json'],
  }),
  byVariable({
    cli: 'opencode',
    form: opencodeForm,
    variable: 'OPENCODE_CONFIG',
    usual: () => null,
    winning: opencodeWinning,
    cannot: replaces('opencode', /\{(?:env|file):/),
    elsewhere: ['~/.config/opencode/opencode.json', 'opencode.json'],
  }),
  byFlag({
    cli: 'copilot',
    form: copilotForm,
    flag: (file) => `--additional-mcp-config=@${file}`,
    cannot: replaces('copilot', /\$(?:\{|[A-Za-z_])/),
    elsewhere: ['~/.copilot/mcp-config.json'],
  }),
  byProjectFile({
    cli: 'cursor',
    form: cursorForm,
    path: ['.cursor', 'mcp.json'],
    cannot: replaces('cursor', /\$\{/),
    elsewhere: ['~/.cursor/mcp.json'],
  }),
  byFlag({
    cli: 'auggie',
    form: typedForm,
    flag: (file) => `--mcp-config=${file}`,
    cannot: replaces('auggie', /\$\{/),
    elsewhere: ['~/.augment/settings.json'],
  }),
];

export const passthroughClis: readonly string[] = known.map(({ cli }) => cli);

export const strategyOf = (cli: string): Strategy | null => known.find((one) => one.cli === cli) ?? null;
