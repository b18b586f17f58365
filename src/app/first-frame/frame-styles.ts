// What the frames wear: the build writes it into the page, with all that the application's start brings.
import '#src/screens/office/office-address.module.css'
import '#src/ui/press/icon-button.module.css'
import '#src/ui/shell/brand-header.module.css'
import '#src/ui/shell/frames.module.css'
import '#src/ui/shell/screen-header.module.css'
