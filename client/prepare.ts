/** For the pages that prepare a request by hand: sends its document, and opens the editor of its fields. */
import './upload.js';
import { openFieldEditor } from './field-editor/editor.js';

const form = document.querySelector<HTMLFormElement>('[data-field-editor]');
if (form) void openFieldEditor(form);
