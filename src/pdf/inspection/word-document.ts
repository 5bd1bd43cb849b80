import { isZip, unzip, ZipBombError } from '../../common/zip-archive.js';
import { DocumentRefusal } from '../document-inspection.js';

const LIMITS = { maxFiles: 5_000, maxBytes: 250 * 1024 * 1024 };
const CONTENT_TYPES = '[Content_Types].xml';
/** Content types of ECMA-376 part 1 §11.3.10, and of [MS-OFFMACRO2] §2.2.1 for documents with macros. */
const WORD =
  /application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.(?:document|template)\.main\+xml/;
const WORD_WITH_MACROS = /application\/vnd\.ms-word\.(?:document|template)\.macroEnabled/i;
const WITH_MACROS = /macroEnabled|vnd\.ms-office\.(?:vbaProject|activeX)/i;
const PROGRAM_PART = /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml|activeX\/)/i;
/** Relationships that do not show their target: links to click, and the document's template. */
const HARMLESS_LINK = /\/(?:hyperlink|attachedTemplate)$/;
const EXTERNAL =
  'The Word document shows content from outside the file, such as linked pictures. Embed that content and upload the document again.';
const MACROS =
  'The Word document contains macros or controls. Save it without them as .docx and upload that file.';

/**
 * Whether the bytes are a Word document (ECMA-376) that only shows its own content.
 * @throws DocumentRefusal if it contains a program, shows external content, is damaged, or unpacks to too much
 */
export async function isSoundWordDocument(bytes: Buffer): Promise<boolean> {
  if (!isZip(bytes)) return false;
  const parts = await unzipOrRefuse(bytes);
  const types = parts.get(CONTENT_TYPES)?.toString('utf8') ?? '';
  if (!WORD.test(types) && !WORD_WITH_MACROS.test(types)) return false;
  const hasMacros = WITH_MACROS.test(types) || [...parts.keys()].some((name) => PROGRAM_PART.test(name));
  if (hasMacros) throw new DocumentRefusal('document_has_program', MACROS);
  for (const [name, part] of parts) {
    if (!/\.(?:xml|rels)$/i.test(name)) continue;
    const text = part.toString('utf8');
    // ECMA-376 part 2 §9.1.2 forbids document type declarations, whose entities can expand without limit.
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new DocumentRefusal('document_too_complex');
    if (name.endsWith('.rels') && showsOthers(text))
      throw new DocumentRefusal('document_has_external_content', EXTERNAL);
  }
  return true;
}

async function unzipOrRefuse(bytes: Buffer): Promise<Map<string, Buffer>> {
  try {
    return await unzip(bytes, LIMITS);
  } catch (error) {
    throw new DocumentRefusal(error instanceof ZipBombError ? 'document_too_complex' : 'document_unreadable');
  }
}

/** Whether a part's relationships (ECMA-376 part 2 §9.3) show content from outside the package. */
function showsOthers(relationships: string): boolean {
  for (const [tag] of relationships.matchAll(/<[\w:]*Relationship\s[^>]*>/g)) {
    if (!/\bTargetMode\s*=\s*["']External["']/.test(tag)) continue;
    if (!HARMLESS_LINK.test(/\bType\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? '')) return true;
  }
  return false;
}
