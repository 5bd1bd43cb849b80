import { Global, Module } from '@nestjs/common';
import { PageRenderer } from './page-renderer.service.js';

@Global()
@Module({ providers: [PageRenderer], exports: [PageRenderer] })
export class PagesModule {}
