import { Global, Module } from '@nestjs/common';
import { TemplateRenderer } from './template-renderer.service.js';

@Global()
@Module({ providers: [TemplateRenderer], exports: [TemplateRenderer] })
export class TemplatesModule {}
