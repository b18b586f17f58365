import '#src/ui/base.css'
import '#src/ui/late-icons.ts'
import './gallery.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MobileFrame } from '#src/ui/shell/frames.tsx'
import { Desk } from './desk.tsx'
import { FormScreen } from './form-screen.tsx'
import { Home } from './home.tsx'
import { Layers } from './layers.tsx'
import { Office } from './office.tsx'
import { Receipts } from './receipts.tsx'
import { States } from './states.tsx'
import { Called, Waiting } from './waiting.tsx'
import { Wizard } from './wizard.tsx'

const SCREENS: Record<string, () => ReactNode> = {
  home: Home,
  office: Office,
  waiting: Waiting,
  called: Called,
  receipts: Receipts,
  wizard: Wizard,
  form: FormScreen,
  states: States,
  layers: Layers,
  desk: Desk,
}

/** Those that bring their own frame; the others stand in a phone's. */
const FRAMED = new Set(['home', 'receipts', 'desk'])

const wishes = new URLSearchParams(location.search)
const theme = wishes.get('theme')
if (theme) document.documentElement.dataset.theme = theme
const Screen = SCREENS[wishes.get('screen') ?? 'home'] ?? Home
createRoot(document.getElementById('root') as HTMLElement).render(
  FRAMED.has(wishes.get('screen') ?? 'home') ? (
    <Screen />
  ) : (
    <MobileFrame>
      <Screen />
    </MobileFrame>
  ),
)
