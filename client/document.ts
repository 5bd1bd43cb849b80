/** The page of a document that is read, or signed where its fields are. */
import { openDocumentPage } from './document-page.js';
import { SignForm } from './sign-in-document/sign-form.js';

openDocumentPage((form) => void new SignForm(form));
