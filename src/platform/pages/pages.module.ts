import { Global, Module } from '@nestjs/common';
import { PageErrorFilter } from './page-error.filter.js';
import { PageRenderer } from './page-renderer.service.js';

@Global()
@Module({ providers: [PageErrorFilter, PageRenderer], exports: [PageErrorFilter, PageRenderer] })
export class PagesModule {}
