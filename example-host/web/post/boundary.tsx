import { Component, type ComponentChildren } from 'preact'

interface BoundaryProps {
  readonly text: string
  readonly children: ComponentChildren
}

/** If a post cannot be rendered, its text is shown and other posts are not affected. */
export class PostBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render({ text, children }: BoundaryProps): ComponentChildren {
    return this.state.failed ? <p class="plain">{text}</p> : children
  }
}
