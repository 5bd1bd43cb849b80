import { Get } from '@nestjs/common';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { type Page } from '../../platform/pages/page.js';
import { ApiDocumentFile } from '../api-document.service.js';
import { referencePage } from './reference.view-model.js';

/** The description of the interface for people, who may try it with a key of theirs; open to everybody. */
@HostedPages('docs')
export class ReferenceController {
  private readonly page: Page;

  constructor({ document }: ApiDocumentFile) {
    this.page = referencePage(document);
  }

  @Get()
  show(): Page {
    return this.page;
  }
}
