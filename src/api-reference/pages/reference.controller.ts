import { Get } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { type Page } from '../../platform/pages/page.js';
import { ApiDocumentFile } from '../api-document-file.js';
import { referencePage } from './reference.view-model.js';

/** The description of the interface for people, who can try it with their own key; public. */
@HostedPages('docs')
export class ReferenceController {
  private readonly page: Page;

  constructor({ document }: ApiDocumentFile, { publicUrl }: Settings) {
    this.page = referencePage(document, publicUrl);
  }

  @Get()
  show(): Page {
    return this.page;
  }
}
