"""Formulas as MathML, which browsers show by themselves: no script, no font, no network. Docutils translates the LaTeX."""
from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml


def _inline(self, node):
    self.body.append(tex2mathml(node.astext(), inline=True))
    raise nodes.SkipNode


def _block(self, node):
    self.body.append('<div class="math">' + tex2mathml(node.astext(), inline=False) + "</div>\n")
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
