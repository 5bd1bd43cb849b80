import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import ts from 'typescript';
import { Environment } from '../../src/platform/config/environment.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type SettingContext } from '../../src/platform/config/setting-rules.js';
import { table } from './table.js';

const SOURCE = 'src/platform/config/environment.ts';
const FILE_ENDING = '_FILE';

interface Setting {
  name: string;
  section: string | undefined;
  meaning: string;
  default: string;
}

/** One table per section of the settings. @throws Error if a setting has no meaning or no default */
export function describeSettings(): string[] {
  const settings = readSettings();
  const values = readValues();
  const names = new Set(settings.map(({ name }) => name));
  const sections: { heading: string; rows: string[][] }[] = [];
  for (const setting of settings) {
    if (names.has(setting.name.replace(/_FILE$/, '')) && setting.name.endsWith(FILE_ENDING)) continue;
    if (setting.meaning === '' || setting.default === '')
      throw new Error(`${SOURCE}: ${setting.name} needs a comment with its meaning and @default`);
    if (setting.section !== undefined) sections.push({ heading: setting.section, rows: [] });
    const note = names.has(`${setting.name}${FILE_ENDING}`) ? ' ¹' : '';
    const value = values.get(setting.name) ?? 'text';
    sections.at(-1)!.rows.push([`\`${setting.name}\`${note}`, value, setting.default, setting.meaning]);
  }
  return sections.map(({ heading, rows }) =>
    table(heading, ['Setting', 'Value', 'Default', 'Meaning'], rows),
  );
}

function readSettings(): Setting[] {
  const text = readFileSync(join(PROJECT_ROOT, SOURCE), 'utf8');
  const file = ts.createSourceFile(SOURCE, text, ts.ScriptTarget.Latest, true);
  const environment = file.statements.find(ts.isClassDeclaration)!;
  return environment.members.filter(ts.isPropertyDeclaration).map((property) => ({
    name: property.name.getText(),
    section: tagOf(property, 'section'),
    meaning: inOneLine(ts.getJSDocCommentsAndTags(property).find(ts.isJSDoc)?.comment),
    default: tagOf(property, 'default') ?? '',
  }));
}

function tagOf(property: ts.PropertyDeclaration, name: string): string | undefined {
  const tag = ts.getJSDocTags(property).find(({ tagName }) => tagName.text === name);
  return tag && inOneLine(tag.comment);
}

const inOneLine = (comment: Parameters<typeof ts.getTextOfJSDocComment>[0]): string =>
  (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim();

/** The allowed values of each setting, as stated in its error. */
function readValues(): Map<string, string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(Environment, '', true, false);
  return new Map(
    rules.flatMap(({ propertyName, context }) =>
      context === undefined ? [] : [[propertyName, (context as SettingContext).value] as const],
    ),
  );
}
